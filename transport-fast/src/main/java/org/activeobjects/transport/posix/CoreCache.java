package org.activeobjects.transport.posix;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large the caches of a core are.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code /sys/devices/system/cpu/cpu*\/cache}, sysfs-devices-system-cpu of the
 * Linux kernel.
 */
public final class CoreCache {

    private static final Logger LOG = LogManager.getLogger(CoreCache.class);
    private static final Path FIRST_CORE = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final long USUAL = 1 << 20;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KM])");

    private CoreCache() {}

    /**
     * The second cache of the first core.
     *
     * @return bytes; 1 MiB, as most have, where the system does not say
     */
    public static long secondLevel() {
        return secondLevel(FIRST_CORE);
    }

    /** As above, of a core whose caches are described in a folder. */
    static long secondLevel(Path caches) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(caches, "index*")) {
            for (Path cache : all) {
                if (read(cache, "level").equals("2")) {
                    return bytes(read(cache, "size"));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("the system does not say how large the caches are folder={}", caches, e);
        }
        return USUAL;
    }

    private static String read(Path cache, String name) throws IOException {
        return Files.readString(cache.resolve(name)).strip();
    }

    private static long bytes(String size) {
        Matcher parts = SIZE.matcher(size);
        if (!parts.matches()) {
            return USUAL;
        }
        return Long.parseLong(parts.group(1)) << (parts.group(2).equals("K") ? 10 : 20);
    }
}
