package org.activeobjects.deployment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** The doors of the module. */
class ArchitectureTest {

    private static final String DEPLOYMENT = "org.activeobjects.deployment";

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPath(
                            Path.of(
                                    System.getProperty("activeobjects.module.basedir", ""),
                                    "target/classes"));

    @Test
    void onlyPublicPackagesOfCoreAndTheTransportApiAreUsed() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.xml..",
                        "org.xml.sax..",
                        "com.sun.management",
                        "jdk.management",
                        "com.sun.source..",
                        "javax.tools..",
                        "javax.lang.model..",
                        "picocli..",
                        "org.apache.logging.log4j..",
                        "org.activeobjects.api",
                        "org.activeobjects.active",
                        "org.activeobjects.diagnosis",
                        "org.activeobjects.future",
                        "org.activeobjects.node",
                        "org.activeobjects.wrapper",
                        "org.activeobjects.annotation",
                        "org.activeobjects.error",
                        "org.activeobjects.transport",
                        "org.activeobjects.transport.address",
                        "org.activeobjects.transport.diagnosis",
                        "org.activeobjects.transport.error",
                        DEPLOYMENT + "..")
                .check(classes);
    }

    @Test
    void onlyTheMigrationKnowsTheCompiler() {
        noClasses()
                .that()
                .resideOutsideOfPackage(DEPLOYMENT + ".migration")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.source..", "javax.tools..")
                .check(classes);
    }

    @Test
    void onlyTheCommandLineKnowsPicocli() {
        noClasses()
                .that()
                .resideOutsideOfPackage(DEPLOYMENT + ".command")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(classes);
    }

    @Test
    void onlyTheReaderOfDescriptorsKnowsXml() {
        noClasses()
                .that()
                .resideOutsideOfPackage(DEPLOYMENT + ".internal.descriptor")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.xml..", "org.xml.sax..")
                .check(classes);
    }

    @Test
    void theCommandLineStandsOnThePublicApi() {
        noClasses()
                .that()
                .resideInAPackage(DEPLOYMENT + ".command")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(DEPLOYMENT + ".internal..")
                .check(classes);
    }

    @Test
    void whatRunsInRanksKnowsNothingOfTheLauncher() {
        classes()
                .that()
                .resideInAPackage(DEPLOYMENT + ".internal.agent")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "jdk.management",
                        "org.apache.logging.log4j..",
                        "org.activeobjects.api",
                        "org.activeobjects.diagnosis",
                        "org.activeobjects.node",
                        "org.activeobjects.transport",
                        "org.activeobjects.transport.address",
                        "org.activeobjects.transport.diagnosis",
                        "org.activeobjects.transport.error",
                        DEPLOYMENT + ".internal.agent",
                        DEPLOYMENT + ".internal.protocol")
                .check(classes);
    }
}
