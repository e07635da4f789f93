package org.shuffledcheckin.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds the whole product to its rooms: which module may know which, and what stays inside. */
class ArchitectureTest {
  private static final String ROOT = "org.shuffledcheckin.";
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // The test code of other modules, where it comes packaged.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.shuffledcheckin");

  @Test
  void accountant_isPureJdk() {
    check(
        classes()
            .that(in("accountant"))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", ROOT + "accountant..")));
  }

  @Test
  void learning_knowsOfNoServiceAndNoWire() {
    check(
        noClasses()
            .that(in("learning"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "io.grpc..",
                    "com.google.protobuf..",
                    ROOT + "proto..",
                    ROOT + "kit..",
                    ROOT + "client..",
                    ROOT + "shuffler..",
                    ROOT + "aggregator..",
                    ROOT + "experiments..",
                    ROOT + "cli..")));
  }

  @Test
  void kit_knowsOfNoServiceAndNoLearning() {
    check(
        noClasses()
            .that(in("kit"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    ROOT + "learning..",
                    ROOT + "client..",
                    ROOT + "shuffler..",
                    ROOT + "aggregator..",
                    ROOT + "experiments..",
                    ROOT + "cli..")));
  }

  @Test
  void services_doNotKnowEachOther() {
    for (String service : new String[] {"client", "shuffler", "aggregator"}) {
      check(
          noClasses()
              .that(in(service))
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage(
                          ROOT + "client..",
                          ROOT + "shuffler..",
                          ROOT + "aggregator..",
                          ROOT + "experiments..",
                          ROOT + "cli..")
                      .and(not(resideInAPackage(ROOT + service + "..")))));
    }
  }

  @Test
  void shuffler_canNeitherOpenReportsNorLearn() {
    check(
        noClasses()
            .that(in("shuffler"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    ROOT + "kit.sealing..", ROOT + "learning..", "com.google.crypto..")));
  }

  @Test
  void client_cannotOpenReports() {
    check(
        noClasses()
            .that(in("client"))
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(ROOT + "kit.sealing.ReportOpener"));
  }

  @Test
  void experiments_knowOfNoCommandLine() {
    check(
        noClasses()
            .that(in("experiments"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(ROOT + "cli..", "picocli..", "me.tongfei.progressbar..")));
  }

  @Test
  void wireTypes_stopAtTheRpcPackages() {
    check(
        noClasses()
            .that(not(resideInAnyPackage("..rpc..", ROOT + "proto..", ROOT + "kit.round..")))
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "proto..")));
  }

  @Test
  void dl4j_staysBehindClassesThatSaySo() {
    check(
        noClasses()
            .that(
                new com.tngtech.archunit.base.DescribedPredicate<JavaClass>("not named Dl4j") {
                  @Override
                  public boolean test(JavaClass type) {
                    return !type.getName().contains(".Dl4j");
                  }
                })
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.deeplearning4j..", "org.nd4j..")));
  }

  @Test
  void noise_neverComesFromPlainRandom() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .callMethod(Math.class, "random"));
  }

  @Test
  void packages_areFeatures() {
    check(
        noClasses()
            .should()
            .resideInAnyPackage(
                "..util..", "..utils..", "..impl..", "..dto..", "..manager..", "..helper.."));
  }

  @Test
  void packagesOfAModule_haveNoCycles() {
    for (String module :
        new String[] {
          "accountant", "learning", "kit", "client", "shuffler", "aggregator", "experiments", "cli"
        }) {
      check(slices().matching(ROOT + module + ".(*)..").should().beFreeOfCycles());
    }
  }

  @Test
  void topLevelClasses_areFinalOrMeantToBeExtended() {
    check(
        classes()
            .that()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and(not(resideInAPackage(ROOT + "proto..")))
            .should()
            .haveModifier(JavaModifier.FINAL)
            .orShould()
            .haveModifier(JavaModifier.ABSTRACT));
  }

  private static com.tngtech.archunit.base.DescribedPredicate<JavaClass> in(String module) {
    return resideInAPackage(ROOT + module + "..");
  }

  private static void check(ArchRule rule) {
    rule.check(PRODUCT);
  }
}
