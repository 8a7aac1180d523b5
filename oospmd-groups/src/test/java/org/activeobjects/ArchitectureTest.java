package org.activeobjects;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** The doors of this module: what its packages may use of the layers below. */
class ArchitectureTest {

    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPath(
                            Path.of(System.getProperty("activeobjects.module.basedir", ""))
                                    .toAbsolutePath()
                                    .resolve("target/classes"));

    @Test
    void usesTheTransportThroughItsApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("org.activeobjects.transport..")
                                .or(
                                        resideInAnyPackage(
                                                "org.activeobjects.transport",
                                                "org.activeobjects.transport.address",
                                                "org.activeobjects.transport.diagnosis",
                                                "org.activeobjects.transport.error")))
                .check(MAIN);
    }

    @Test
    void usesNothingInternalOfTheCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.activeobjects.internal..")
                .check(MAIN);
    }

    @Test
    void knowsNeitherTheLayersAboveNorForeignLibraries() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.activeobjects.deployment..",
                        "org.activeobjects.npb..",
                        "com.esotericsoftware..",
                        "io.netty..")
                .check(MAIN);
    }

    @Test
    void collectivesNeedNothingButTheTransport() {
        noClasses()
                .that()
                .resideInAPackage("org.activeobjects.collective..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.activeobjects.api..",
                        "org.activeobjects.spi..",
                        "org.activeobjects.spmd..",
                        "org.activeobjects.group..")
                .check(MAIN);
    }
}
