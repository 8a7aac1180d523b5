package org.activeobjects.npb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

/** The doors of this module: the kernels are users' programs, and see only what users see. */
class ArchitectureTest {

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("org.activeobjects.npb");

    @Test
    void usesNoInternalsAndNoServiceProviderInterfaces() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.activeobjects..internal..",
                        "org.activeobjects.spi..",
                        "org.activeobjects.transport..")
                .check(classes);
    }

    @Test
    void onlyTheCommandKnowsTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.activeobjects.npb.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "org.activeobjects.deployment..")
                .check(classes);
    }
}
