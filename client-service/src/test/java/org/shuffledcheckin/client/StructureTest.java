package org.shuffledcheckin.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class StructureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.shuffledcheckin.client");

  @Test
  void wireTypes_stayInTheRpcPackages() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..client..rpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.shuffledcheckin.proto..", "com.google.protobuf..")
        .check(CLASSES);
  }

  @Test
  void pureParts_knowNeitherTransportNorStorage() {
    noClasses()
        .that()
        .resideInAnyPackage("..client.coin..", "..client.training..", "..client.policy..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.grpc..", "..client.rpc..", "..client.journal..", "..client.exchange..")
        .check(CLASSES);
  }

  @Test
  void packages_rootIncluded_haveNoCycles() {
    slices().matching("org.shuffledcheckin.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
