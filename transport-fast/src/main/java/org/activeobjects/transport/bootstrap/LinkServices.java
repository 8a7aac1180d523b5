package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.object.JavaObjectCodec;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.transfer.EagerLimits;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The kinds of links that work at this runtime, in order of preference.
 *
 * <p><b>Threading:</b> safe once started.
 */
final class LinkServices implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(LinkServices.class);

    /** Of registered memory, bytes: a cache line. */
    private static final long ALIGNMENT = 64;

    private final Map<String, LinkService> services = new LinkedHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Doorbell bell;
    private final boolean ownsBell;

    LinkServices(LinkContext context, Map<String, LinkProvider> known) {
        checkSettings(context.config(), known.values());
        Map<String, String> failures = new LinkedHashMap<>();
        try {
            for (LinkProvider provider : wanted(context.config(), known)) {
                start(provider, context, failures);
            }
        } catch (RuntimeException | Error e) {
            services.values().forEach(LinkService::close);
            throw e;
        }
        if (services.isEmpty()) {
            throw new TransportException(
                    "no link can be opened: "
                            + failures
                            + "; mend what is named, or allow another link");
        }
        Doorbell first = null;
        for (LinkService service : services.values()) {
            first = first == null ? service.doorbell() : first;
        }
        ownsBell = first == null;
        bell = ownsBell ? new ParkingDoorbell() : first;
        services.values().forEach(service -> service.useDoorbell(bell));
    }

    private void start(LinkProvider provider, LinkContext context, Map<String, String> failures) {
        TransportConfig config = context.config();
        if (config.isEncryptionWanted() && !provider.isConfidential(config)) {
            failures.put(provider.name(), "TLS is configured, and this link does not encrypt");
            LOG.info(
                    "a link is not used: TLS is configured, and it does not encrypt link={}",
                    provider.name());
            return;
        }
        try {
            services.put(provider.name(), provider.start(context));
        } catch (LinkUnavailableException | LinkageError e) {
            String reason =
                    e instanceof LinkageError
                            ? e + " (a library is missing, or has another version than it needs)"
                            : e.getMessage();
            failures.put(provider.name(), reason);
            LOG.warn(
                    "a link is not available and the next one is taken: link={} reason={}",
                    provider.name(),
                    reason);
        }
    }

    /** Every kind of link on the class path, by name, fastest first. */
    static Map<String, LinkProvider> known() {
        Map<String, LinkProvider> byName = new LinkedHashMap<>();
        ServiceLoader.load(LinkProvider.class, LinkProvider.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(LinkProvider::preference))
                .forEach(provider -> byName.put(provider.name(), provider));
        return byName;
    }

    /** Names of all settings that these kinds of links, and what they have in common, know. */
    static SortedSet<String> settingNames(Collection<LinkProvider> kinds) {
        SortedSet<String> names = new TreeSet<>();
        names.add(JavaObjectCodec.ALLOW_SETTING);
        for (LinkProvider kind : kinds) {
            names.add(kind.name() + EagerLimits.SUFFIX);
            names.addAll(kind.settings());
        }
        return names;
    }

    /** Refuses a setting that would have no effect. */
    private static void checkSettings(TransportConfig config, Collection<LinkProvider> kinds) {
        SortedSet<String> known = settingNames(kinds);
        for (Map.Entry<String, String> setting : config.settings().entrySet()) {
            if (!known.contains(setting.getKey())) {
                throw new TransportException(
                        ("unknown setting of a transport: %s=%s; known are %s (as system"
                                        + " properties with activeobjects.transport. before them)")
                                .formatted(
                                        setting.getKey(),
                                        setting.getValue(),
                                        String.join(", ", known)));
            }
        }
    }

    private static List<LinkProvider> wanted(
            TransportConfig config, Map<String, LinkProvider> byName) {
        if (config.links().isEmpty()) {
            return List.copyOf(byName.values());
        }
        List<LinkProvider> chosen = new ArrayList<>();
        for (String name : new LinkedHashSet<>(config.links())) { // a link is started once
            LinkProvider provider = byName.get(name);
            if (provider == null) {
                throw new TransportException(
                        "unknown link: link="
                                + name
                                + " known="
                                + byName.keySet()
                                + "; one of your own is looked for where the transport's class"
                                + " loader finds services");
            }
            chosen.add(provider);
        }
        return chosen;
    }

    Doorbell bell() {
        return bell;
    }

    Map<String, LinkService> all() {
        return services;
    }

    LinkService get(String name) {
        return services.get(name);
    }

    /** Why a link to a peer is not possible; null if it is, as far as one can say beforehand. */
    static String whyNot(LinkService service, RuntimeCard peer, String offer) {
        if (offer == null) {
            return "the peer does not offer it";
        }
        try {
            return service.whyNot(peer, offer);
        } catch (RuntimeException e) {
            return "it cannot say whether it is possible: " + e;
        }
    }

    /** Why the links that are preferred here to another one were not taken, as far as is known. */
    Map<String, String> whyNotBefore(String taken, RuntimeCard peer) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Map.Entry<String, LinkService> one : services.entrySet()) {
            if (one.getKey().equals(taken)) {
                break;
            }
            String reason = whyNot(one.getValue(), peer, peer.links().get(one.getKey()));
            reasons.put(one.getKey(), reason == null ? "the initiator's choice" : reason);
        }
        return reasons;
    }

    Map<String, String> offers() {
        Map<String, String> offers = new LinkedHashMap<>();
        services.forEach((name, service) -> offers.put(name, service.offer()));
        return offers;
    }

    /**
     * Warns that faster links which both sides have could not be opened, once for each kind: what
     * is missing, such as shared memory, is likely to be missing for other peers, too.
     */
    void tellOfFailed(Map<String, String> failed, String taken, Peer peer) {
        failed.forEach(
                (name, reason) -> {
                    if (told.add(name)) {
                        LOG.warn(
                                "a link cannot be opened and the next one is taken; told once"
                                        + " link={} taken={} peer={} reason={}",
                                name,
                                taken,
                                peer,
                                reason);
                    }
                });
    }

    /** A buffer of the fastest link that has memory of its own. */
    RegisteredBuffer allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a buffer has 1 byte or more: bytes=" + bytes);
        }
        LinkMemory memory = memory(bytes);
        try {
            return new RegisteredBuffer(memory);
        } catch (RuntimeException | Error e) {
            memory.release();
            throw e;
        }
    }

    private LinkMemory memory(long bytes) {
        for (LinkService service : services.values()) {
            LinkService.Memory memory = service.allocate(bytes);
            if (memory != null) {
                return new LinkMemory(memory.segment(), memory::release);
            }
        }
        Arena arena = Arena.ofShared();
        return new LinkMemory(arena.allocate(bytes, ALIGNMENT), arena::close);
    }

    /** What a buffer lies in. */
    private record LinkMemory(MemorySegment segment, Runnable free)
            implements RegisteredBuffer.Source {

        private static final AtomicBoolean TOLD = new AtomicBoolean();

        @Override
        public void release() {
            free.run();
        }

        @Override
        public void forgotten() {
            if (TOLD.compareAndSet(false, true)) {
                LOG.warn(
                        "a registered buffer was never released, and is freed as garbage; told"
                                + " once bytes={}",
                        segment.byteSize());
            }
        }
    }

    @Override
    public void close() {
        services.values().forEach(LinkService::close);
        if (ownsBell) {
            bell.close();
        }
    }
}
