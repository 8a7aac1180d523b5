package org.activeobjects.transport.ucx;

import org.activeobjects.transport.TransportConfig;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the user has said of this link.
 *
 * @param library name or path of the library
 * @param eagerLimit longest payload of a control frame, bytes, a multiple of 64
 * @param peerErrors {@code on}, {@code off} or {@code auto}
 * @param config settings of UCX itself, without {@code UCX_}
 * @param patienceNs how long a peer is waited for that may only be without a core
 */
record UcxSettings(
        String library,
        int eagerLimit,
        String peerErrors,
        Map<String, String> config,
        long patienceNs) {

    private static final String PREFIX = UcxLinkProvider.NAME + ".";
    private static final String LIBRARY = PREFIX + "library";
    private static final String TLS = PREFIX + "tls";
    private static final String EAGER_LIMIT = PREFIX + "eagerLimit";
    private static final String RENDEZVOUS = PREFIX + "rendezvousThreshold";
    private static final String PEER_ERRORS = PREFIX + "peerErrors";
    static final Set<String> KNOWN =
            new TreeSet<>(Set.of(LIBRARY, TLS, EAGER_LIMIT, RENDEZVOUS, PEER_ERRORS));

    /**
     * All but copies out of another process's memory by the kernel: UCX ends this process when the
     * other one is killed in the middle of one.
     */
    private static final String DEFAULT_TLS = "^cma";

    /** UCX's names for several devices, shared memory among them, and for each of that kind. */
    private static final Set<String> SHARED_MEMORY = Set.of("all", "sm", "shm", "mm");

    private static final Set<String> SHARED_DEVICES = Set.of("posix", "sysv", "xpmem");

    private static final long SHORT_PATIENCE_NS = 1_000_000_000;

    static final int MIN_EAGER_LIMIT = 4096;
    static final int MAX_EAGER_LIMIT = 65_536;

    /** With the frame's head still what every device of UCX sends at once. */
    private static final int DEFAULT_EAGER_LIMIT = 8128;

    static UcxSettings of(TransportConfig transport) {
        Map<String, String> all = transport.settings();
        for (String name : all.keySet()) {
            if (name.startsWith(PREFIX) && !KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown setting: name=" + name + " known=" + KNOWN);
            }
        }
        Map<String, String> config = new HashMap<>();
        forUcx(config, "TLS", all.getOrDefault(TLS, DEFAULT_TLS));
        forUcx(config, "RNDV_THRESH", all.get(RENDEZVOUS));
        return new UcxSettings(
                all.getOrDefault(LIBRARY, "libucp.so.0"),
                eagerLimit(all.get(EAGER_LIMIT)),
                peerErrors(all.getOrDefault(PEER_ERRORS, "auto")),
                Map.copyOf(config),
                transport.heartbeat().toNanos());
    }

    private static void forUcx(Map<String, String> config, String name, String value) {
        if (value != null && System.getenv("UCX_" + name) == null) {
            config.put(name, value);
        }
    }

    private static int eagerLimit(String text) {
        if (text == null) {
            return DEFAULT_EAGER_LIMIT;
        }
        int limit;
        try {
            limit = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            limit = -1;
        }
        if (limit < MIN_EAGER_LIMIT || limit > MAX_EAGER_LIMIT) {
            throw new IllegalArgumentException(
                    "setting out of range: %s=%s min=%s max=%s"
                            .formatted(EAGER_LIMIT, text, MIN_EAGER_LIMIT, MAX_EAGER_LIMIT));
        }
        return limit;
    }

    private static String peerErrors(String text) {
        if (!Set.of("on", "off", "auto").contains(text)) {
            throw new IllegalArgumentException(
                    "setting has no such value: %s=%s known=[auto, off, on]"
                            .formatted(PEER_ERRORS, text));
        }
        return text;
    }

    /** Whether UCX may go through memory that it shares with other processes of this host. */
    boolean mayShareMemory() {
        String ofEnvironment = System.getenv("UCX_TLS");
        return nameSharedMemory(ofEnvironment != null ? ofEnvironment : config.get("TLS"));
    }

    /** Whether a list of devices, as UCX reads it, leaves some that are shared memory. */
    static boolean nameSharedMemory(String devices) {
        boolean isDenial = devices.startsWith("^");
        Set<String> names = new HashSet<>(List.of(devices.replace("^", "").split(",")));
        boolean namesAll = names.stream().anyMatch(SHARED_MEMORY::contains);
        if (isDenial) {
            return !namesAll && !names.containsAll(SHARED_DEVICES);
        }
        return namesAll || names.stream().anyMatch(SHARED_DEVICES::contains);
    }

    /**
     * How long a peer is waited for that has memory of the program. Nothing else moves meanwhile,
     * so one that can be given up alone is soon; with another one, all that is done by UCX ends.
     */
    long patienceNs(boolean tellsErrors) {
        return tellsErrors ? Math.min(SHORT_PATIENCE_NS, patienceNs) : patienceNs;
    }

    /** Whether UCX is to watch a peer. */
    boolean watchesPeer(boolean sameHost) {
        return peerErrors.equals("on") || peerErrors.equals("auto") && !sameHost;
    }
}
