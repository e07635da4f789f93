package org.shuffledcheckin.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.UpperBound;

/** Holds the whole product to its rooms: which module may know which, and what stays inside. */
class ArchitectureTest {
  private static final String ROOT = "org.shuffledcheckin.";

  /** From the bottom up. */
  private static final List<String> MODULES =
      List.of(
          "proto",
          "accountant",
          "report",
          "kit",
          "learning",
          "client",
          "shuffler",
          "aggregator",
          "experiments",
          "loadtest",
          "cli");

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
  void modules_knowOnlyThoseBelow() {
    for (int i = 0; i < MODULES.size(); i++) {
      String[] above =
          MODULES.stream().skip(i + 1L).map(module -> ROOT + module + "..").toArray(String[]::new);
      check(
          noClasses()
              .that(in(MODULES.get(i)))
              .should()
              .dependOnClassesThat(resideInAnyPackage(above)));
    }
  }

  @Test
  void learning_knowsOfNoWire() {
    check(
        noClasses()
            .that(in("learning"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "io.grpc..", "com.google.protobuf..", ROOT + "proto..", ROOT + "kit..")));
  }

  @Test
  void services_doNotKnowEachOther() {
    for (String service : List.of("client", "shuffler", "aggregator")) {
      check(
          noClasses()
              .that(in(service))
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage(ROOT + "client..", ROOT + "shuffler..", ROOT + "aggregator..")
                      .and(not(in(service)))));
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
  void consoles_areTheCommandLinesAlone() {
    check(
        noClasses()
            .that(not(in("cli")))
            .should()
            .dependOnClassesThat(resideInAnyPackage("picocli..", "me.tongfei.progressbar..")));
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

  /** A promise is made from numbers only where its proof is. */
  @Test
  void upperBounds_areMadeByThePackagesWithTheProofs() {
    check(
        noClasses()
            .that(
                not(
                    resideInAnyPackage(
                        ROOT + "accountant", ROOT + "accountant.sound", ROOT + "accountant.rdp")))
            .should()
            .callConstructor(UpperBound.class, double.class, double.class, String.class));
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName(ROOT + "aggregator.ledger.ChargeText")
            .and()
            .doNotHaveFullyQualifiedName(ROOT + "aggregator.run.RunJson")
            .and()
            .doNotHaveFullyQualifiedName(ROOT + "aggregator.rpc.RunWire")
            .should()
            .callMethod(UpperBound.class, "recorded", double.class, double.class, String.class));
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
  void packages_haveNoCycles() {
    check(slices().assignedFrom(new Packages()).should().beFreeOfCycles());
  }

  /** Every package by itself: a root package is one among the others. */
  private static final class Packages implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  /**
   * More than six arguments in a row are told apart by nobody; records of configuration by name.
   */
  @Test
  void constructors_withMoreThanSixArguments_areTheBindersAlone() {
    List<JavaConstructor> long7 =
        PRODUCT.stream()
            .filter(type -> !type.getPackageName().startsWith(ROOT + "proto"))
            .flatMap(type -> type.getConstructors().stream())
            .filter(constructor -> constructor.getRawParameterTypes().size() > 6)
            .toList();
    assertThat(long7).isNotEmpty();
    assertThat(long7)
        .allMatch(constructor -> constructor.getOwner().getPackageName().endsWith(".config"))
        .allMatch(constructor -> constructor.getCallsOfSelf().isEmpty());
  }

  @Test
  void packages_sayWhatLivesThere() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      List<Path> silent =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().contains("/src/main/java/org/shuffledcheckin/"))
              .map(Path::getParent)
              .distinct()
              .filter(folder -> Files.notExists(folder.resolve("package-info.java")))
              .toList();
      assertThat(silent).isEmpty();
    }
  }

  /** Every step of a round leads to a class in the package that the map says. */
  @Test
  void architectureMap_namesClassesWhereTheyAre() throws IOException {
    Pattern name = Pattern.compile("`([A-Za-z.]+)`");
    int mapped = 0;
    for (String line : Files.readAllLines(Path.of("../docs/architecture.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length != 5 || !cells[3].strip().matches("`[a-z]+\\.[a-z]+`.*")) {
        continue;
      }
      List<String> packages =
          name.matcher(cells[3]).results().map(found -> ROOT + found.group(1)).toList();
      for (String type : name.matcher(cells[2]).results().map(found -> found.group(1)).toList()) {
        assertThat(packages).as(type).anyMatch(folder -> PRODUCT.contain(folder + "." + type));
        mapped++;
      }
    }
    assertThat(mapped).isGreaterThan(40);
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
