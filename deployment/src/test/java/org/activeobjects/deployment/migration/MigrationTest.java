package org.activeobjects.deployment.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class MigrationTest {

    @TempDir private Path folder;

    @Test
    void importsMoveAndAllElseStaysAsItWas() throws IOException {
        String source =
                """
                package demo; // org.objectweb.proactive.api.PAActiveObject in a comment

                import org.objectweb.proactive.Body;
                import  org.objectweb.proactive.api.PAActiveObject ;
                import static org.objectweb.proactive.api.PAFuture.waitFor;
                import org.objectweb.proactive.core.util.wrapper.IntWrapper;
                import java.util.*;

                class  A{   Body b; IntWrapper w;
                \tvoid m( ) { PAActiveObject.newActive( A.class ) ;waitFor(w); }
                }
                """;
        Path file = file("A.java", source);

        Migration.of(folder).write();

        assertThat(file)
                .hasContent(
                        source.replace("import org.objectweb.proactive.Body", ours("active.Body"))
                                .replace(
                                        "import  org.objectweb.proactive.api.PAActiveObject ",
                                        ours("api.PAActiveObject"))
                                .replace(
                                        "static org.objectweb.proactive",
                                        "static org.activeobjects")
                                .replace(
                                        "import org.objectweb.proactive.core.util.wrapper",
                                        "import org.activeobjects.wrapper"));
    }

    private static String ours(String name) {
        return "import org.activeobjects." + name;
    }

    /** Who is ended while it writes, or whose disk is full, has the old one still. */
    @Test
    void aSourceIsReplacedByANewFileInOneStep() throws IOException {
        Path file = file("A.java", "import org.objectweb.proactive.Body;\nclass A { Body b; }\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Path old = Files.createLink(folder.resolve("old"), file);
        String before = Files.readString(file);

        Migration.of(folder).write();

        assertThat(file).content().contains("org.activeobjects.active.Body");
        assertThat(old).hasContent(before);
        assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(link).isSymbolicLink();
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aPackageImportBecomesTheTypesThatAreUsed() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        import org.objectweb.proactive.*;
                        import org.objectweb.proactive.core.node.*;
                        import org.objectweb.proactive.core.body.request.*;
                        class A implements InitActive, RunActive {
                            Node node;
                            void m() throws NodeException {}
                        }
                        """);

        Migration.of(folder).write();

        assertThat(file)
                .hasContent(
                        """
                        import org.activeobjects.active.InitActive;
                        import org.activeobjects.active.RunActive;
                        import org.activeobjects.error.NodeException;
                        import org.activeobjects.node.Node;
                        class A implements InitActive, RunActive {
                            Node node;
                            void m() throws NodeException {}
                        }
                        """);
    }

    @Test
    void aTypeWithoutCounterpartFromAPackageImportIsListed() throws IOException {
        file(
                "A.java",
                """
                import org.objectweb.proactive.core.body.*;
                class A { Context c; MetaObjectFactory f; }
                """);

        assertThat(Migration.of(folder).files().getFirst().findings())
                .extracting(Finding::line, finding -> finding.text().split(": ", 2)[0])
                .contains(tuple(1, "org.objectweb.proactive.core.body.MetaObjectFactory"));
    }

    @Test
    void typesWithANewNameAreRenamedWhereTheyAreUsed() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        import org.objectweb.proactive.core.ProActiveException;
                        import org.objectweb.proactive.core.ProActiveRuntimeException;
                        class A {
                            void m() throws ProActiveException {
                                throw new ProActiveRuntimeException("ProActiveException");
                            }
                        }
                        """);

        Migration.of(folder).write();

        assertThat(file)
                .hasContent(
                        """
                        import org.activeobjects.error.ActiveObjectException;
                        class A {
                            void m() throws ActiveObjectException {
                                throw new ActiveObjectException("ProActiveException");
                            }
                        }
                        """);
    }

    @Test
    void fullNamesInTheCodeMoveToo() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        class A {
                            org.objectweb.proactive.core.node.Node n =
                                    org.objectweb.proactive.api.PAActiveObject.getNode();
                        }
                        """);

        Migration.of(folder).write();

        assertThat(file)
                .hasContent(
                        """
                        class A {
                            org.activeobjects.node.Node n =
                                    org.activeobjects.api.PAActiveObject.getNode();
                        }
                        """);
    }

    @Test
    void whatHasNoCounterpartIsListedWithItsLineAndLeft() throws IOException {
        String source =
                """
                import org.objectweb.proactive.core.config.PAProperties;
                import org.objectweb.proactive.core.util.log.*;
                import org.objectweb.proactive.something.Strange;
                class A {
                    String name = "org.objectweb.proactive.core.node.Node";
                    org.objectweb.proactive.core.mop.Proxy p;
                }
                """;
        Path file = file("A.java", source);

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(file).hasContent(source);
        assertThat(migration.files().getFirst().findings())
                .extracting(Finding::line, finding -> finding.text().split(": ", 2)[0])
                .containsExactly(
                        tuple(1, "org.objectweb.proactive.core.config.PAProperties"),
                        tuple(2, "org.objectweb.proactive.core.util.log"),
                        tuple(3, "org.objectweb.proactive.something.Strange"),
                        tuple(5, "a text names something of ProActive, left as it is"),
                        tuple(6, "org.objectweb.proactive.core.mop.Proxy"));
        assertThat(migration.files().getFirst().findings().getFirst().text())
                .contains("system properties that begin with activeobjects.");
    }

    @Test
    void aMethodThatIsNotThereIsListed() throws IOException {
        file(
                "A.java",
                """
                import org.objectweb.proactive.api.PAActiveObject;
                class A {
                    void m() {
                        PAActiveObject.newActive(A.class);
                        PAActiveObject.doWonders(this);
                    }
                }
                """);

        assertThat(Migration.of(folder).files().getFirst().findings())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.line()).isEqualTo(5);
                            assertThat(finding.text()).startsWith("PAActiveObject.doWonders: ");
                        });
    }

    @Test
    void clausesThatWouldCatchOneTypeTwiceAreListed() throws IOException {
        file(
                "A.java",
                """
                import org.objectweb.proactive.core.*;
                class A {
                    void m() {
                        try {
                            m();
                        } catch (ProActiveException e) {
                            m();
                        } catch (ProActiveRuntimeException e) {
                            m();
                        }
                    }
                }
                """);

        assertThat(Migration.of(folder).files().getFirst().findings())
                .extracting(Finding::line, Finding::text)
                .containsExactly(
                        tuple(8, "ActiveObjectException is caught twice now: unite the clauses"));
    }

    @Test
    void typesOfTheProgramInAPackageOfThatNameStay() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        package org.objectweb.proactive.examples.mine;
                        public class A {}
                        """);
        Path user =
                file(
                        "B.java",
                        """
                        import org.objectweb.proactive.examples.mine.A;
                        class B { A a; }
                        """);
        String before = Files.readString(file) + Files.readString(user);

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(Files.readString(file) + Files.readString(user)).isEqualTo(before);
        assertThat(migration.files()).allMatch(each -> each.findings().isEmpty());
    }

    @Test
    void theSecondTimeNothingChanges() throws IOException {
        file("A.java", "import org.objectweb.proactive.Body;\nclass A { Body b; }\n");
        Migration.of(folder).write();

        assertThat(Migration.of(folder).files())
                .allSatisfy(
                        each -> {
                            assertThat(each.edits()).isEmpty();
                            assertThat(each.findings()).isEmpty();
                        });
    }

    @Test
    void nothingIsWrittenBeforeItIsAsked() throws IOException {
        String source = "import org.objectweb.proactive.Body;\nclass A { Body b; }\n";
        Path file = file("A.java", source);

        assertThat(Migration.of(folder).files().getFirst().edits()).hasSize(1);
        assertThat(file).hasContent(source);
    }

    @Test
    void aFileInLatin1WithWindowsLineBreaksKeepsBoth() throws IOException {
        String source =
                "import org.objectweb.proactive.*;\r\n// d\u00e9j\u00e0 vu\r\n"
                        + "class A implements InitActive, EndActive {}\r\n";
        Path file = folder.resolve("A.java");
        Files.write(file, source.getBytes(StandardCharsets.ISO_8859_1));

        Migration.of(folder).write();

        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .isEqualTo(
                        "import org.activeobjects.active.EndActive;\r\n"
                                + "import org.activeobjects.active.InitActive;\r\n"
                                + source.substring(source.indexOf("//")));
    }

    @Test
    void theLanguageOfThoseYearsIsUnderstood() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        import org.objectweb.proactive.Body;
                        class A { Body b; int _ = 1; }
                        """);

        Migration.of(folder).write();

        assertThat(file).content().startsWith("import org.activeobjects.active.Body;");
    }

    @Test
    void aFileThatIsNoJavaIsLeftAndReportedWithItsLine() throws IOException {
        String source = "import org.objectweb.proactive.Body;\nclass A { Body b;\n  ???\n}\n";
        Path file = file("A.java", source);

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(file).hasContent(source);
        assertThat(migration.files().getFirst().findings().getFirst())
                .satisfies(
                        finding -> {
                            assertThat(finding.line()).isEqualTo(3);
                            assertThat(finding.text()).startsWith("cannot be parsed");
                        });
    }

    @Test
    void hiddenFoldersAndOtherFilesArePassedBy() throws IOException {
        Path hidden = Files.createDirectory(folder.resolve(".git")).resolve("A.java");
        Files.writeString(hidden, "import org.objectweb.proactive.Body;\nclass A { Body b; }\n");
        file("notes.txt", "import org.objectweb.proactive.Body;");

        assertThat(Migration.of(folder).files()).isEqualTo(List.of());
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Migration.of(folder.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("path=" + folder.resolve("none"));
    }

    private Path file(String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name), source);
    }
}
