package org.activeobjects.benchmarks.option;

import org.activeobjects.deployment.error.EnvironmentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file for results, which are there only after a run that may take hours. */
public final class ResultFile {

    private ResultFile() {}

    /**
     * Checks, before anything is measured, that the results can be written. A file that is there
     * keeps what it holds.
     *
     * @param option name of the option that names the file
     * @param file the file, or {@code null} if none is wanted
     * @throws IllegalArgumentException if nothing can be written there
     */
    public static void requireWritable(String option, Path file) {
        // A pipe might wait for its reader.
        if (file == null || isPipeOrDevice(file)) {
            return;
        }
        boolean isNew = Files.notExists(file);
        try {
            Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
            if (isNew) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the results could not be written, nothing was measured: "
                            + option
                            + "="
                            + file
                            + " reason="
                            + e
                            + "; name a file in a folder that is there and can be written",
                    e);
        }
    }

    private static boolean isPipeOrDevice(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /**
     * What to say when they could not be written after all.
     *
     * @param file the file
     * @param cause why not
     * @return to be thrown
     */
    public static EnvironmentException failed(Path file, IOException cause) {
        return new EnvironmentException(
                "the results cannot be written: file="
                        + file
                        + " reason="
                        + cause
                        + "; is its disk full, or its folder gone?",
                cause);
    }
}
