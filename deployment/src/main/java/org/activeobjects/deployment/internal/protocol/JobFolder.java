package org.activeobjects.deployment.internal.protocol;

import java.io.IOException;
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
        try {
            int user = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            removeOf(user, sharedMemory.resolve("activeobjects-" + user + "-" + jobId));
        } catch (IOException | UnsupportedOperationException e) {
            // No shared memory on this host, or nothing of ours is there.
        }
    }

    /**
     * Removes a folder, unless it is another user's: everybody may make one there, and whoever owns
     * it could put a link to a folder of ours in place of one of his while this goes down into it.
     */
    static void removeOf(int user, Path folder) throws IOException {
        boolean isOwn =
                Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user);
        if (isOwn && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            removeTree(folder);
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
