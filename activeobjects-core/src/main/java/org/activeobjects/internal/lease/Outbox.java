package org.activeobjects.internal.lease;

import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.ConcurrentLinkedQueue;
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

    void add(String card, LeaseNotice notice) {
        waiting.add(() -> send(card, notice));
        if (count.getAndIncrement() == 0) {
            Thread.ofVirtual().name("leases of " + to).start(this::drain);
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
