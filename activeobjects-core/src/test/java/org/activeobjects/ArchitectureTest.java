package org.activeobjects;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** The doors of this module. */
class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPath(
                            Path.of(System.getProperty("activeobjects.module.basedir", ""))
                                    .resolve("target/classes"));

    @Test
    void usesOfTheTransportOnlyItsApi() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackages("org.activeobjects.transport..", "io.netty..")
                                .or(
                                        resideInAnyPackage(
                                                "org.activeobjects.transport",
                                                "org.activeobjects.transport.address",
                                                "org.activeobjects.transport.error")))
                .check(CLASSES);
    }

    @Test
    void usesKryoOnlyInTheCodec() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.activeobjects.internal.codec..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.esotericsoftware..")
                .check(CLASSES);
    }

    @Test
    void writesClassFilesOnlyInTheStubs() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.activeobjects.internal.stub..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.classfile..")
                .check(CLASSES);
    }

    @Test
    void showsNoInternalsInWhatUsersImplement() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.activeobjects.active..",
                        "org.activeobjects.node..",
                        "org.activeobjects.spi..",
                        "org.activeobjects.error..",
                        "org.activeobjects.serial..",
                        "org.activeobjects.wrapper..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.activeobjects.internal..")
                .check(CLASSES);
    }

    @Test
    void leavesTheFacadesToUsers() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.activeobjects.api..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.activeobjects.api..")
                .check(CLASSES);
    }
}
