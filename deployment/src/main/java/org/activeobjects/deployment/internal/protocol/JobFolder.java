package org.activeobjects.deployment.internal.protocol;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The private folder that a job's runtimes use in shared memory. They remove it themselves when
 * they close in order; this is for those that could not.
 */
public final class JobFolder {

    /** Where the transport makes the folder. */
    public static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private JobFolder() {}

    /**
     * Removes what a job left behind; what cannot be removed stays.
     *
     * @param sharedMemory folder in which the transport made the job's folder
     * @param jobId id of a job of which no runtime is left
     */
    public static void remove(Path sharedMemory, String jobId) {
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(sharedMemory, "activeobjects-*-" + jobId)) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    removeTree(folder);
                }
            }
        } catch (IOException e) {
            // No shared memory on this host, or another user's: nothing of ours is there.
        }
    }

    private static void removeTree(Path folder) throws IOException {
        // Does not follow links.
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path dir, IOException e)
                            throws IOException {
                        Files.deleteIfExists(dir);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
