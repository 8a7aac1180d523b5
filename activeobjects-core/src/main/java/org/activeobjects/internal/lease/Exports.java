package org.activeobjects.internal.lease;

import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The bodies of this runtime that have to be known: others may reach them, or they have something
 * to do at their end.
 *
 * <p><b>Threading:</b> safe. An entry is guarded by itself.
 */
final class Exports {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The longest term that is given, whatever is asked for; in milliseconds. */
    static final long MAX_TERM_MS = 24L * 3600 * 1000;

    /** The same in nanoseconds. */
    static final long MAX_TERM_NS = MAX_TERM_MS * NANOS_PER_MILLI;

    private final ConcurrentMap<Long, Entry> entries = new ConcurrentHashMap<>();
    private final Map<LocalBody, Boolean> left = new WeakHashMap<>();
    private final long termNs;
    private final LongSupplier clock;
    private final Predicate<LocalBody> registered;

    Exports(long termNs, LongSupplier clock, Predicate<LocalBody> registered) {
        this.termNs = termNs;
        this.clock = clock;
        this.registered = registered;
    }

    /** Knows a body from now on, and begins its term anew. */
    Entry track(LocalBody body) {
        Entry known = entries.get(body.number());
        if (known == null) {
            Entry made = new Entry(body);
            made.touchedNs = clock.getAsLong();
            known = entries.putIfAbsent(body.number(), made);
            if (known == null) {
                known = made;
                body.watchStubs();
            }
            if (!body.isAlive()) {
                entries.remove(body.number());
            }
        }
        known.touchedNs = clock.getAsLong();
        return known;
    }

    void export(LocalBody body) {
        track(body).exported = true;
    }

    void keep(LocalBody body, boolean keep) {
        track(body).kept = keep;
    }

    LocalBody exported(long number) {
        Entry entry = entries.get(number);
        return entry != null && entry.exported ? entry.body : null;
    }

    List<RuntimeId> holders(LocalBody body) {
        Entry entry = entries.get(body.number());
        return entry == null ? List.of() : entry.holdersNow();
    }

    boolean isKept(LocalBody body) {
        Entry entry = entries.get(body.number());
        return entry != null && entry.kept;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    List<LocalBody> bodies() {
        List<LocalBody> bodies = new ArrayList<>();
        entries.values().forEach(entry -> bodies.add(entry.body));
        return bodies;
    }

    /** Knows what an active object that has moved away leaves behind. */
    void leave(LocalBody body) {
        synchronized (left) {
            left.put(body, true);
        }
    }

    /** What has been left behind by active objects that have ended since, or are lost. */
    List<LocalBody> leadingNowhere() {
        synchronized (left) {
            left.keySet().removeIf(body -> !body.isAlive());
            return left.keySet().stream().filter(Exports::leadsNowhere).toList();
        }
    }

    private static boolean leadsNowhere(LocalBody body) {
        Successor away = body.successor();
        return away != null && away.hasEnded();
    }

    /** Forgets a body; gives the runtimes that hold it, unless its object lives on elsewhere. */
    List<RuntimeId> ended(LocalBody body) {
        Entry entry = entries.remove(body.number());
        boolean livesOn = body.successor() != null && !leadsNowhere(body);
        return entry == null || livesOn ? List.of() : entry.holdersNow();
    }

    /** Makes or renews a lease; false if there is no such object, or it ends meanwhile. */
    boolean hold(RuntimeId holder, long number, long askedMs) {
        Entry entry = entries.get(number);
        if (entry == null || !entry.exported) {
            return false;
        }
        long lengthNs = Math.clamp(askedMs, 1, MAX_TERM_MS) * NANOS_PER_MILLI;
        entry.hold(holder, clock.getAsLong() + lengthNs);
        return entries.get(number) == entry; // if not, its holders may have been told already
    }

    void release(RuntimeId holder, long number) {
        Entry entry = entries.get(number);
        if (entry != null && entry.release(holder)) {
            entry.touchedNs = clock.getAsLong();
        }
    }

    void onLost(RuntimeId holder) {
        for (Entry entry : entries.values()) {
            release(holder, entry.body.number());
            Gate gate = entry.body.gate();
            if (gate != null) {
                gate.lost(holder);
            }
        }
    }

    /** The bodies that nobody has been able to reach for a term. */
    List<LocalBody> unreachable() {
        List<LocalBody> found = new ArrayList<>();
        for (Entry entry : entries.values()) {
            long now = clock.getAsLong();
            if (isUsed(entry, now)) {
                entry.touchedNs = now;
            } else if (now - entry.touchedNs >= termNs) {
                found.add(entry.body);
            }
        }
        return found;
    }

    private boolean isUsed(Entry entry, long now) {
        return entry.isHeld(now)
                || entry.kept
                || entry.body.hasStubs()
                || !entry.body.isIdle()
                || registered.test(entry.body);
    }

    /** One body, and until when others hold it. */
    static final class Entry {

        private final LocalBody body;
        private final Map<RuntimeId, Long> holders = new HashMap<>(4);
        private volatile boolean exported;
        private volatile boolean kept;
        private volatile long touchedNs;

        Entry(LocalBody body) {
            this.body = body;
        }

        private synchronized void hold(RuntimeId holder, long untilNs) {
            holders.put(holder, untilNs);
        }

        private synchronized boolean release(RuntimeId holder) {
            return holders.remove(holder) != null;
        }

        private synchronized boolean isHeld(long now) {
            holders.values().removeIf(untilNs -> untilNs - now < 0);
            return !holders.isEmpty();
        }

        private synchronized List<RuntimeId> holdersNow() {
            return List.copyOf(holders.keySet());
        }
    }
}
