package org.activeobjects.transport.transfer;

import org.activeobjects.transport.spi.Link;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.HashMap;
import java.util.Map;

/**
 * Up to which length elements are sent at once, by kind of link: what one frame holds, or less if
 * the setting {@code <link>.eagerLimit} says so, such as {@code shm.eagerLimit=4096}.
 *
 * <p><b>Threading:</b> safe.
 */
public final class EagerLimits {

    private static final Logger LOG = LogManager.getLogger(EagerLimits.class);

    /** What the name of such a setting ends with, behind that of the link. */
    public static final String SUFFIX = ".eagerLimit";

    private final Map<String, Integer> limits = new HashMap<>();

    /**
     * As the settings say.
     *
     * @param settings of all kinds of links
     * @throws IllegalArgumentException if a limit is no number of bytes
     */
    public EagerLimits(Map<String, String> settings) {
        settings.forEach(
                (name, value) -> {
                    if (name.endsWith(SUFFIX)) {
                        String link = name.substring(0, name.length() - SUFFIX.length());
                        limits.put(link, parse(name, value));
                    }
                });
    }

    private static int parse(String name, String value) {
        if (!value.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "a limit is a number of bytes from 0 to 999999999: " + name + "=" + value);
        }
        return Integer.parseInt(value);
    }

    /**
     * The limit for a link.
     *
     * @param link an open link
     * @return bytes, no more than one of its frames holds
     */
    public int of(Link link) {
        int most = link.maxPayload();
        Integer wanted = limits.get(link.name());
        if (wanted != null && wanted > most) {
            LOG.warn(
                    "a limit above what one frame of the link holds counts as that {}{}={} max={}",
                    link.name(),
                    SUFFIX,
                    wanted,
                    most);
        }
        return wanted == null ? most : Math.min(wanted, most);
    }
}
