package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class MigrateCommandTest {

    private static final String SOURCE =
            """
            import org.objectweb.proactive.Body;
            import org.objectweb.proactive.core.config.PAProperties;
            class A { Body b; }
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int ao(String... args) {
        CommandLine ao = Ao.commandLine();
        ao.setOut(new PrintWriter(out, true));
        ao.setErr(new PrintWriter(err, true));
        return ao.execute(args);
    }

    @Test
    void aDryRunSaysWhatWouldBeDoneAndChangesNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), SOURCE);

        assertThat(ao("migrate", "--dry-run", folder.toString())).isZero();

        assertThat(file).hasContent(SOURCE);
        assertThat(out.toString())
                .contains("A.java:1: import org.objectweb.proactive.Body; -> import org.activeobj")
                .contains("A.java:2: by hand: org.objectweb.proactive.core.config.PAProperties: ")
                .contains("1 of 1 files would change; left to be done by hand: 1");
    }

    @Test
    void aRunChangesTheFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), SOURCE);

        assertThat(ao("migrate", folder.toString())).isZero();

        assertThat(file).content().startsWith("import org.activeobjects.active.Body;");
        assertThat(out.toString()).contains("1 of 1 files changed; left to be done by hand: 1");
    }

    @Test
    void aFileThatIsNoSourceIsAnErrorOfTheUser() throws IOException {
        Path file = Files.writeString(folder.resolve("A.txt"), SOURCE);

        assertThat(ao("migrate", file.toString())).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString()).contains("ao migrate: not a Java source: path=" + file + ";");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aFolderThatIsNotThereIsAnErrorOfTheUser() {
        assertThat(ao("migrate", folder.resolve("none").toString())).isEqualTo(ExitCodes.USAGE);

        assertThat(err.toString())
                .contains("ao migrate: there is no such folder")
                .doesNotContain("\tat ");
    }
}
