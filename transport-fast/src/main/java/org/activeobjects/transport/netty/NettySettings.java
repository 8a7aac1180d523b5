package org.activeobjects.transport.netty;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What users can tell this kind of link.
 *
 * @param polled {@code netty.polled}: whether a thread that waits reads the socket itself; else the
 *     event loop does, which takes longer for one message and costs fewer system calls
 */
record NettySettings(boolean polled) {

    private static final String POLLED = "netty.polled";
    private static final Set<String> KNOWN = Set.of(POLLED);

    static NettySettings of(TransportConfig config) {
        Map<String, String> settings = config.settings();
        for (String name : settings.keySet()) {
            if (name.startsWith(NettyLinkProvider.NAME + ".") && !KNOWN.contains(name)) {
                throw new TransportException(
                        "an unknown setting: name=" + name + " known=" + new TreeSet<>(KNOWN));
            }
        }
        return new NettySettings(choice(settings, POLLED, List.of("true", "false")).equals("true"));
    }

    /** One of the values of a setting; the first is the default. */
    private static String choice(Map<String, String> settings, String name, List<String> values) {
        String value = settings.getOrDefault(name, values.getFirst());
        if (!values.contains(value)) {
            throw new TransportException(
                    "a setting has an unknown value: name=%s value=%s known=%s"
                            .formatted(name, value, values));
        }
        return value;
    }
}
