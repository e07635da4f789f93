package org.shuffledcheckin.learning;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class StructureTest {
  @Test
  void packages_haveNoCycles() {
    slices()
        .matching("org.shuffledcheckin.(**)")
        .should()
        .beFreeOfCycles()
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.shuffledcheckin.learning"));
  }
}
