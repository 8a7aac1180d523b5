package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * What jobs have left in shared memory: files whose makers have ended, and folders without files.
 *
 * <p><b>Threading:</b> safe.
 */
final class Leftovers {

    private static final Logger LOG = LogManager.getLogger(Leftovers.class);

    private Leftovers() {}

    /**
     * Removes files of processes that have ended.
     *
     * @param parent file system in memory
     * @param names names of the folders of all jobs of the user, as a pattern
     * @param user the user
     */
    static void sweep(Path parent, String names, int user) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, names)) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && (int) Files.getAttribute(folder, "unix:uid") == user) {
                    sweepFolder(folder);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void sweepFolder(Path folder) {
        int removed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher matcher = SegmentFolder.FILE_NAME.matcher(file.getFileName().toString());
                Optional<ProcessIdentity> maker =
                        matcher.matches()
                                ? ProcessIdentity.parse(matcher.group(1))
                                : Optional.empty();
                if (maker.isPresent() && maker.get().isDead() && Files.deleteIfExists(file)) {
                    removed++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("folder of another job went away while it was swept folder={}", folder, e);
        }
        removeIfEmpty(folder);
        if (removed > 0) {
            LOG.info("removed shared memory of dead processes folder={} files={}", folder, removed);
        }
    }

    /** Removes the folder of a job that nobody uses. */
    static void removeIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("folder stays, others use it folder={}", folder);
        } catch (IOException e) {
            LOG.warn("cannot remove folder of shared memory folder={} error={}", folder, e);
        }
    }
}
