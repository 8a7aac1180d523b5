package org.activeobjects.deployment.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The programs that the docs show. */
@Tag("system")
@Timeout(90)
class DocExamplesSystemTest {

    private static final Path EXAMPLES = Path.of("..", "docs", "examples");
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir private Path folder;

    @BeforeEach
    void compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        List<String> options =
                List.of("-d", folder.toString(), "-Xlint:all", "-Werror", "-cp", CLASS_PATH);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.walk(EXAMPLES)) {
            var sources = files.getJavaFileObjectsFromPaths(all.filter(this::isSource).toList());
            assertThat(sources).hasSizeGreaterThan(4);
            boolean isCompiled = compiler.getTask(out, files, null, options, null, sources).call();
            assertThat(isCompiled).as(out.toString()).isTrue();
        }
    }

    private boolean isSource(Path file) {
        return file.toString().endsWith(".java");
    }

    @Test
    void ranksSendAndReceive() {
        String[] line = {
            "run", "-np", "3", "-cp", folder + File.pathSeparator + CLASS_PATH, "Squares"
        };
        try (NodeProcess ao = NodeProcess.start(folder, "ao", Ao.class, line)) {
            assertThat(ao.awaitExit(Duration.ofSeconds(60))).as(ao::output).isZero();
            assertThat(ao.output()).contains("[0] the squares of 1 to 100 add up to 338350");
        }
    }
}
