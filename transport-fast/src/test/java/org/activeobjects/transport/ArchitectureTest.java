package org.activeobjects.transport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

/** The doors between the rooms of the transport. */
class ArchitectureTest {

    private static final String ROOT = "org.activeobjects.transport";
    private static final String[] LINKS = {
        ROOT + ".local..",
        ROOT + ".shm..",
        ROOT + ".tcp..",
        ROOT + ".ucx..",
        ROOT + ".netty..",
        ROOT + ".admission.."
    };
    private static final String LIBC = ROOT + ".posix..";
    private static final String[] ENGINE = {
        ROOT + ".active..",
        ROOT + ".message..",
        ROOT + ".transfer..",
        ROOT + ".matching..",
        ROOT + ".peer..",
        ROOT + ".engine..",
        ROOT + ".progress..",
        ROOT + ".bootstrap.."
    };

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(ROOT);

    @Test
    void theTransportKnowsNothingAboveIt() {
        classes()
                .that()
                .resideInAPackage(ROOT + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "java..",
                        "javax.crypto..",
                        "javax.net.ssl..",
                        "jdk.management..",
                        "org.apache.logging.log4j..",
                        "io.netty..")
                .check(classes);
    }

    @Test
    void nettyIsUsedInItsOwnLinkOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".netty..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(classes);
    }

    @Test
    void theApiKnowsItsErrorsAndNoImplementation() {
        classes()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT,
                        ROOT + ".address",
                        ROOT + ".error",
                        ROOT + ".memory",
                        ROOT + ".object",
                        "java..")
                .check(classes);
    }

    @Test
    void theLinkSpiKnowsTheApiOnly() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".spi")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT, ROOT + ".address", ROOT + ".error", ROOT + ".spi", "java..")
                .check(classes);
    }

    @Test
    void aLinkKnowsNeitherTheEngineNorTheBootstrap() {
        noClasses()
                .that()
                .resideInAnyPackage(LINKS)
                .or()
                .resideInAPackage(LIBC)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ENGINE)
                .check(classes);
    }

    @Test
    void theEngineKnowsNoLink() {
        noClasses()
                .that()
                .resideInAnyPackage(ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LINKS)
                .check(classes);
    }

    @Test
    void theMatchingKnowsNoLinkAndNobodyOverALink() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".matching", ROOT + ".transfer", ROOT + ".message")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".peer", ROOT + ".active", ROOT + ".engine")
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".matching")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(ROOT + ".spi.Link")
                .check(classes);
    }

    @Test
    void thePeersKnowNeitherTheEngineNorTheBootstrap() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".peer")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".engine", ROOT + ".bootstrap")
                .check(classes);
    }

    @Test
    void nativeCodeIsCalledFromTwoPackagesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".posix..", ROOT + ".ucx.binding..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.foreign.Linker")
                .check(classes);
    }
}
