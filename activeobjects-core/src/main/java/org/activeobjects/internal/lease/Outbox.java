package org.activeobjects.internal.lease;

import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.pending.LostRuntimes;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The notices to one runtime, sent in their order by a virtual thread that lives as long as there
 * are any.
 *
 * <p><b>Threading:</b> safe; nothing here blocks its caller.
 */
final class Outbox {

    private static final Logger LOG = LogManager.getLogger(Outbox.class);

    private final RuntimeId to;
    private final LeaseOutlet outlet;
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    Outbox(RuntimeId to, LeaseOutlet outlet) {
        this.to = to;
        this.outlet = outlet;
    }

    /** Those to all runtimes, but for the ones that are lost. */
    static final class All {

        private final LeaseOutlet outlet;
        private final ConcurrentMap<RuntimeId, Outbox> boxes = new ConcurrentHashMap<>();
        private final LostRuntimes lost = new LostRuntimes();
        private volatile boolean closed;

        All(LeaseOutlet outlet) {
            this.outlet = outlet;
        }

        void queue(RuntimeId to, String card, LeaseNotice notice) {
            if (closed || lost.contains(to)) {
                return;
            }
            Outbox box = boxes.computeIfAbsent(to, absent -> new Outbox(to, outlet));
            box.add(card, notice);
            if (lost.contains(to)) { // only now: nobody else takes it away
                boxes.remove(to, box);
            }
        }

        void lost(RuntimeId runtime) {
            lost.add(runtime);
            boxes.remove(runtime);
        }

        int size() {
            return boxes.size();
        }

        void close() {
            closed = true;
        }
    }

    void add(String card, LeaseNotice notice) {
        waiting.add(() -> send(card, notice));
        if (count.getAndIncrement() == 0) {
            Soon.run("leases of " + to, this::drain);
        }
    }

    private void drain() {
        do {
            waiting.remove().run();
        } while (count.decrementAndGet() > 0);
    }

    private void send(String card, LeaseNotice notice) {
        try {
            outlet.notify(to, card, notice);
        } catch (RuntimeException e) {
            // Its runtime is gone, and so are the leases on both sides; or this one is.
            LOG.debug("notice of leases not sent: to={} what={}", to, notice.what(), e);
        } catch (Error e) { // the next ones must not wait for ever
            LOG.error("notice of leases not sent: to={} what={}", to, notice.what(), e);
        }
    }
}
