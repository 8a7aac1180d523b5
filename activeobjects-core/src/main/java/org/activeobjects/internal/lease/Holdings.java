package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
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
    private final long termMs;
    private final Post post;

    /** Queues a notice to a runtime. */
    interface Post {
        void queue(RuntimeId to, String card, LeaseNotice notice);
    }

    Holdings(long termMs, Post post) {
        this.termMs = termMs;
        this.post = post;
    }

    /** The one entry of an active object; its owner is told if there was none. */
    synchronized Held find(UniqueID id, String card) {
        Held known = table.get(id);
        if (known != null) {
            return known;
        }
        Held made = new Held(id, card);
        put(made);
        return made;
    }

    private void put(Held entry) {
        table.put(entry.id(), entry);
        post.queue(
                entry.id().runtime(),
                entry.card(),
                new LeaseNotice(LeaseNotice.HOLD, termMs, entry.id().number()));
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

    synchronized void onGone(RuntimeId owner, long[] numbers) {
        for (long number : numbers) {
            Held gone = table.get(new UniqueID(owner, number));
            if (gone != null) {
                gone.end();
            }
        }
    }

    synchronized void onLost(RuntimeId owner) {
        table.keySet().removeIf(id -> id.runtime().equals(owner));
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
            if (garbage) {
                entries.remove();
            }
            if (!entry.hasEnded()) {
                (garbage ? released : kept)
                        .computeIfAbsent(entry.id().runtime(), absent -> new ArrayList<>())
                        .add(entry.id().number());
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
