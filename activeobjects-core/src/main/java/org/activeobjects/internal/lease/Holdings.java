package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.pending.LostRuntimes;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The active objects of other runtimes of which this one has stubs.
 *
 * <p><b>Threading:</b> safe. Notices are queued under the lock, so that their order is that of what
 * happened here.
 */
final class Holdings {

    private final Map<UniqueID, Held> table = new HashMap<>();

    /** By their places: those that are not where they were made. */
    private final Map<UniqueID, Held> moved = new HashMap<>();

    private final LostRuntimes lost = new LostRuntimes();

    private final long termMs;
    private final Post post;

    /** Queues a notice to a runtime. */
    interface Post {
        void queue(RuntimeId to, String card, LeaseNotice notice);
    }

    Holdings(long termMs, Post post) {
        this.termMs = Math.clamp(termMs, 1, Exports.MAX_TERM_MS); // an owner gives no more
        this.post = post;
    }

    /** The one entry of an active object; its owner is told if there was none. */
    synchronized Held find(UniqueID id, Place place, String card) {
        Held known = table.get(id);
        if (known != null) {
            return known;
        }
        Held made = new Held(id, place, card, null);
        put(made);
        return made;
    }

    /** The entry of an active object, or null. */
    synchronized Held find(UniqueID id) {
        return table.get(id);
    }

    /** Those that a body of this runtime may have called. */
    synchronized List<Held> calledBy(LocalBody body) {
        return table.values().stream()
                .filter(entry -> entry.mayHaveBeenCalledBy(body.number()))
                .toList();
    }

    private void put(Held entry) {
        table.put(entry.id(), entry);
        Held.Way way = entry.way();
        if (isAway(entry)) {
            moved.put(at(way.place()), entry);
        }
        if (lost.contains(way.place().runtime())) {
            entry.lose();
        } else if (way.near() == null) {
            Place place = way.place();
            LeaseNotice hold = new LeaseNotice(LeaseNotice.HOLD, termMs, place.number());
            post.queue(place.runtime(), way.card(), hold);
        }
    }

    private static UniqueID at(Place place) {
        return new UniqueID(place.runtime(), place.number());
    }

    private static boolean isAway(Held entry) {
        return !at(entry.way().place()).equals(entry.id());
    }

    /** What the stubs of an active object share. */
    synchronized Object anchor(Held entry) {
        Held present = table.get(entry.id());
        if (present == null) {
            put(entry);
            present = entry;
        }
        Object anchor = present.anchor();
        return anchor != null ? anchor : present.newAnchor();
    }

    /** The way to an active object has changed; gives what came up meanwhile, or null. */
    synchronized Reference settle(Held entry, Place place, String card, LocalBody near) {
        Held.Way before = entry.way();
        moved.remove(at(before.place()), entry);
        boolean isListed = table.remove(entry.id(), entry);
        Reference later = entry.endChange(place, card, near);
        if (isListed || entry.anchor() != null && !table.containsKey(entry.id())) {
            put(entry);
        }
        boolean isLeft = isListed && before.near() == null && !before.place().equals(place);
        if (isLeft && !lost.contains(before.place().runtime())) {
            LeaseNotice release = new LeaseNotice(LeaseNotice.RELEASE, 0, before.place().number());
            post.queue(before.place().runtime(), "", release);
        }
        return later;
    }

    /** What is known of the ends of active objects; true if one of them had moved. */
    synchronized boolean onGone(RuntimeId owner, long[] numbers) {
        boolean hadMoved = false;
        for (long number : numbers) {
            Held gone = at(new UniqueID(owner, number));
            if (gone != null) {
                gone.end();
                hadMoved |= isAway(gone);
            }
        }
        return hadMoved;
    }

    synchronized void onWhy(RuntimeId owner, long number, String why) {
        Held gone = at(new UniqueID(owner, number));
        if (gone != null) {
            gone.endedFor(why);
        }
    }

    /** What is known to be at a place; null for nothing. */
    private Held at(UniqueID there) {
        Held known = moved.get(there);
        if (known == null) {
            known = table.get(there);
        }
        return known != null && at(known.way().place()).equals(there) ? known : null;
    }

    synchronized void onLost(RuntimeId owner) {
        lost.add(owner);
        table.values().removeIf(entry -> isLost(entry, owner));
        moved.keySet().removeIf(there -> there.runtime().equals(owner));
    }

    private static boolean isLost(Held entry, RuntimeId owner) {
        boolean isThere = entry.way().place().runtime().equals(owner);
        if (isThere) {
            entry.lose();
        }
        return isThere;
    }

    synchronized boolean isEmpty() {
        return table.isEmpty();
    }

    /** Releases what has no stub any more, and renews the rest. */
    synchronized void sweep() {
        Map<RuntimeId, List<Long>> kept = new HashMap<>();
        Map<RuntimeId, List<Long>> released = new HashMap<>();
        Iterator<Held> entries = table.values().iterator();
        while (entries.hasNext()) {
            Held entry = entries.next();
            boolean garbage = entry.anchor() == null;
            Held.Way way = entry.way();
            if (garbage && way.change() == null) {
                entries.remove();
                moved.remove(at(way.place()), entry);
            }
            if (!entry.isGone() && way.near() == null) {
                (garbage && way.change() == null ? released : kept)
                        .computeIfAbsent(way.place().runtime(), absent -> new ArrayList<>())
                        .add(way.place().number());
            }
        }
        queueAll(released, LeaseNotice.RELEASE, 0);
        queueAll(kept, LeaseNotice.HOLD, termMs);
    }

    private void queueAll(Map<RuntimeId, List<Long>> byOwner, byte what, long term) {
        byOwner.forEach(
                (owner, numbers) ->
                        post.queue(
                                owner,
                                "",
                                new LeaseNotice(
                                        what,
                                        term,
                                        numbers.stream().mapToLong(Long::longValue).toArray())));
    }
}
