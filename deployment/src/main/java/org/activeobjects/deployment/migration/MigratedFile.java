package org.activeobjects.deployment.migration;

import java.nio.file.Path;
import java.util.List;

/**
 * What was done to a source file, and what is left to do.
 *
 * @param path the file, relative to the folder
 * @param edits in the order of the file; empty if it stays as it is
 * @param findings in the order of the file
 */
public record MigratedFile(Path path, List<Edit> edits, List<Finding> findings) {

    /**
     * Keeps copies of the lists.
     *
     * @param path the file, relative to the folder
     * @param edits in the order of the file
     * @param findings in the order of the file
     */
    public MigratedFile {
        edits = List.copyOf(edits);
        findings = List.copyOf(findings);
    }
}
