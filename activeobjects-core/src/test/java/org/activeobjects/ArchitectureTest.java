package org.activeobjects;

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
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.activeobjects.transport.spi..",
                        "org.activeobjects.transport.matching..",
                        "org.activeobjects.transport.peer..",
                        "org.activeobjects.transport.engine..",
                        "org.activeobjects.transport.progress..",
                        "org.activeobjects.transport.bootstrap..",
                        "org.activeobjects.transport.local..",
                        "org.activeobjects.transport.shm..",
                        "org.activeobjects.transport.netty..",
                        "org.activeobjects.transport.posix..",
                        "io.netty..")
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
