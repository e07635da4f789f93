package org.shuffledcheckin.aggregator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.shuffledcheckin.aggregator");

  @Test
  void wireTypes_outsideRpc_areNotSeen() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..aggregator.rpc..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.shuffledcheckin.proto..")
        .check(CLASSES);
  }

  @Test
  void jdbc_outsideStore_isNotSeen() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..aggregator.store..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "com.zaxxer..", "org.flywaydb..")
        .check(CLASSES);
  }

  @Test
  void otherServices_areNotSeen() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.shuffledcheckin.client..", "org.shuffledcheckin.shuffler..")
        .check(CLASSES);
  }

  @Test
  void packages_theRootAmongThem_dependOnEachOtherInOneDirection() {
    slices().matching("org.shuffledcheckin.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
