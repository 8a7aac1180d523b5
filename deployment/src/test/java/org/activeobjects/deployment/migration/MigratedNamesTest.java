package org.activeobjects.deployment.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.activeobjects.deployment.error.DeploymentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names that mean something else than they seem to, and files that cannot be written. */
class MigratedNamesTest {

    private static final String ALL_OF_NODE = "import org.objectweb.proactive.core.node.*;\n";
    private static final String FACTORY = "import org.activeobjects.node.NodeFactory;\n";

    @TempDir private Path folder;

    @Test
    void aTypeOfTheSamePackageGoesBeforeAPackageImport() throws IOException {
        file("Node.java", "package demo;\nclass Node {}\n");
        String code = "class A { Node own; NodeFactory f; }\n";
        Path file = file("A.java", "package demo;\n" + ALL_OF_NODE + code);

        Migration.of(folder).write();

        assertThat(file).hasContent("package demo;\n" + FACTORY + code);
    }

    @Test
    void aTypeOfAnotherPackageDoesNot() throws IOException {
        file("Node.java", "package other;\nclass Node {}\n");
        Path file = file("A.java", "package demo;\n" + ALL_OF_NODE + "class A { Node n; }\n");

        Migration.of(folder).write();

        assertThat(file).content().contains("import org.activeobjects.node.Node;");
    }

    @Test
    void aSingleImportGoesBeforeAPackageImport() throws IOException {
        String code = "import org.acme.Node;\nclass A { Node own; NodeFactory f; }\n";
        Path file = file("A.java", ALL_OF_NODE + code);

        Migration.of(folder).write();

        assertThat(file).hasContent(FACTORY + code);
    }

    @Test
    void variablesThatAreDeclaredTogetherHaveTheirTypeReplacedOnce() throws IOException {
        Path file =
                file(
                        "A.java",
                        """
                        import org.objectweb.proactive.core.ProActiveException;
                        class A {
                            org.objectweb.proactive.core.node.Node here, there[];
                            @org.objectweb.proactive.annotation.PublicAPI int one, two;
                            void m() {
                                ProActiveException first, second = null;
                            }
                        }
                        """);

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(migration.files().getFirst().findings())
                .extracting(Finding::line)
                .containsExactly(4);
        assertThat(file)
                .hasContent(
                        """
                        import org.activeobjects.error.ActiveObjectException;
                        class A {
                            org.activeobjects.node.Node here, there[];
                            @org.objectweb.proactive.annotation.PublicAPI int one, two;
                            void m() {
                                ActiveObjectException first, second = null;
                            }
                        }
                        """);
    }

    @Test
    void aFileWithTheLineBreaksOfOldKeepsThem() throws IOException {
        String code = "class A {\r Node n; NodeFactory f;\r}\r";
        Path file =
                file(
                        "A.java",
                        "import org.objectweb.proactive.core.node.Node;\r"
                                + ALL_OF_NODE.strip()
                                + "\rimport org.objectweb.proactive.core.node.Node;\r"
                                + code);

        Migration.of(folder).write();

        assertThat(Files.readString(file))
                .isEqualTo("import org.activeobjects.node.Node;\r" + FACTORY.strip() + "\r" + code);
    }

    @Test
    void annotationsOfAPackageAreLookedAt() throws IOException {
        file("package-info.java", "@org.objectweb.proactive.annotation.PublicAPI\npackage demo;\n");

        assertThat(Migration.of(folder).files().getFirst().findings())
                .extracting(Finding::line, finding -> finding.text().split(": ", 2)[0])
                .containsExactly(tuple(1, "org.objectweb.proactive.annotation.PublicAPI"));
    }

    @Test
    void clausesThatAreInTheWayOfEachOtherAreListed() throws IOException {
        file(
                "A.java",
                """
                import org.objectweb.proactive.core.*;
                class A {
                    void m() {
                        try { n(); } catch (ProActiveException | ProActiveRuntimeException e) {}
                        try { n(); } catch (RuntimeException e) {} catch (ProActiveException e) {}
                        try { n(); } catch (ProActiveException e) {} catch (RuntimeException e) {}
                    }
                }
                """);

        assertThat(Migration.of(folder).files().getFirst().findings())
                .extracting(Finding::line, Finding::text)
                .containsExactly(
                        tuple(4, "ActiveObjectException is caught twice now: unite the clauses"),
                        tuple(
                                5,
                                "ActiveObjectException is a RuntimeException now: catch it before"
                                        + " that"));
    }

    @Test
    void variablesAndMethodsThatAreNamedAsATypeKeepTheirNames() throws IOException {
        String source =
                """
                import org.objectweb.proactive.core.ProActiveException;
                class A<T extends ProActiveException> extends ProActiveException {
                    ProActiveException[] all = {};
                    java.util.List<? extends ProActiveException> list;
                    @Deprecated ProActiveException one() throws ProActiveException {
                        return (ProActiveException) new ProActiveException();
                    }
                    void m(Object o) {
                        int ProActiveException = 1;
                        ProActiveException++;
                        use(ProActiveException, this.ProActiveException());
                        Object p = ProActiveException() + ProActiveException.length;
                    }
                    int ProActiveException() { return 2; }
                    boolean is(Object o) {
                        Class<?> c = ProActiveException.class;
                        Runnable r = ProActiveException::new;
                        return o instanceof ProActiveException || o instanceof ProActiveException e;
                    }
                }
                class B {
                    Object[] ProActiveException;
                    int n = ProActiveException.length;
                    Object first() { return ProActiveException[0]; }
                    ProActiveException type() { return null; }
                }
                """;
        Path file = file("A.java", source);

        Migration.of(folder).write();

        assertThat(file)
                .hasContent(
                        """
                        import org.activeobjects.error.ActiveObjectException;
                        class A<T extends ActiveObjectException> extends ActiveObjectException {
                            ActiveObjectException[] all = {};
                            java.util.List<? extends ActiveObjectException> list;
                            @Deprecated ActiveObjectException one() throws ActiveObjectException {
                                return (ActiveObjectException) new ActiveObjectException();
                            }
                            void m(Object o) {
                                int ProActiveException = 1;
                                ProActiveException++;
                                use(ProActiveException, this.ProActiveException());
                                Object p = ProActiveException() + ProActiveException.length;
                            }
                            int ProActiveException() { return 2; }
                            boolean is(Object o) {
                                Class<?> c = ActiveObjectException.class;
                                Runnable r = ActiveObjectException::new;
                                return o instanceof ActiveObjectException || o instanceof ActiveObjectException e;
                            }
                        }
                        class B {
                            Object[] ProActiveException;
                            int n = ProActiveException.length;
                            Object first() { return ProActiveException[0]; }
                            ActiveObjectException type() { return null; }
                        }
                        """);
    }

    @Test
    void aTextOfSeveralLinesIsListedInOne() throws IOException {
        file(
                "A.java",
                """
                class A {
                    String text = \"""
                        first
                        org.objectweb.proactive.api.PAFuture
                        last
                        \""";
                }
                """);

        assertThat(Migration.of(folder).files().getFirst().findings())
                .singleElement()
                .satisfies(
                        finding ->
                                assertThat(finding.text())
                                        .endsWith(": \"org.objectweb.proactive.api.PAFuture\""));
    }

    @Test
    void aLinkToAFolderOrAFileIsFollowedIfItIsNamedItself() throws IOException {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Path file = Files.writeString(sources.resolve("A.java"), ALL_OF_NODE + "class A {}\n");
        Path toAll = Files.createSymbolicLink(folder.resolve("all"), sources);
        Path toOne = Files.createSymbolicLink(folder.resolve("B.java"), file);

        assertThat(Migration.of(toAll).files())
                .extracting(MigratedFile::path)
                .containsExactly(Path.of("A.java"));
        assertThat(Migration.of(toOne).files()).hasSize(1);
        assertThat(Migration.of(folder).files()).hasSize(1);
    }

    @Test
    void nothingIsWrittenIfOneFileCannotBe() throws IOException {
        String source = ALL_OF_NODE + "class A { Node n; }\n";
        Path first = file("A.java", source);
        Path second = file("B.java", source);
        Migration migration = Migration.of(folder);
        Files.delete(second);

        assertThatThrownBy(migration::write)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("B.java")
                .hasMessageContaining("nothing was changed");

        assertThat(first).hasContent(source);
    }

    private Path file(String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name), source);
    }
}
