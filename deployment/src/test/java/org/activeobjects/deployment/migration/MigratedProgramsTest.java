package org.activeobjects.deployment.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Programs as they were written for ProActive compile once they are migrated. */
class MigratedProgramsTest {

    @ParameterizedTest
    @ValueSource(strings = {"Buffer", "Jacobi"})
    void compile(String program, @TempDir Path folder) throws IOException {
        Path source = folder.resolve(program + ".java");
        try (InputStream in = getClass().getResourceAsStream("programs/" + program + ".java.txt")) {
            Files.copy(in, source);
        }

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(migration.files().getFirst().findings()).isEmpty();
        assertThat(errors(source, folder)).isEmpty();
    }

    private static String errors(Path source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean isCompiled =
                    compiler.getTask(
                                    out,
                                    files,
                                    null,
                                    List.of(
                                            "-d",
                                            classes.toString(),
                                            "-nowarn",
                                            "-proc:none",
                                            "-cp",
                                            System.getProperty("java.class.path")),
                                    null,
                                    files.getJavaFileObjects(source))
                            .call();
            return isCompiled ? "" : out.toString();
        }
    }
}
