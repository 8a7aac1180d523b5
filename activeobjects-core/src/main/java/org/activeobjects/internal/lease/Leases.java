package org.activeobjects.internal.lease;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The references of one runtime, both ways: which of its bodies others can reach, and which active
 * objects of others it holds itself.
 *
 * <p><b>Threading:</b> safe; nothing here blocks.
 */
public final class Leases implements AutoCloseable {

    /** System property: how long a lease lasts without being renewed, such as {@code 60s}. */
    public static final String SETTING = "activeobjects.lease";

    private static final Logger LOG = LogManager.getLogger(Leases.class);

    private static final String DEFAULT_TERM = "60s";
    private static final int TICKS_PER_TERM = 4;

    private final Breakdowns breakdowns = new Breakdowns();
    private final Exports exports;
    private final Holdings holdings;
    private final Outbox.All outboxes;
    private final LongSupplier clock;
    private final long tickNs;
    private final Executor timer;
    private final AtomicBoolean ticking = new AtomicBoolean();
    private final AtomicLong heldUpNs = new AtomicLong();
    private volatile long dueNs;
    private volatile boolean closed;

    /**
     * For one runtime.
     *
     * @param term how long a lease lasts
     * @param clock nanoseconds, as {@code System.nanoTime}
     * @param registered whether a body has a name
     * @param outlet takes notices to other runtimes
     */
    public Leases(
            Duration term,
            LongSupplier clock,
            Predicate<LocalBody> registered,
            LeaseOutlet outlet) {
        LongSupplier ownTime = () -> clock.getAsLong() - heldUpNs.get();
        long termNs = TimeUnit.NANOSECONDS.convert(term); // as many as can be said
        this.exports = new Exports(termNs, ownTime, registered);
        this.outboxes = new Outbox.All(outlet);
        this.holdings = new Holdings(TimeUnit.MILLISECONDS.convert(term), outboxes::queue);
        this.clock = clock;
        this.tickNs = Math.min(termNs, Exports.MAX_TERM_NS) / TICKS_PER_TERM;
        this.timer =
                CompletableFuture.delayedExecutor(
                        tickNs, TimeUnit.NANOSECONDS, tick -> Soon.run("leases", tick));
    }

    /**
     * The term that the system property names.
     *
     * @return one minute if none is named
     * @throws IllegalArgumentException if it is no time; the message names the setting
     */
    public static Duration termOfSystem() {
        String text = System.getProperty(SETTING, DEFAULT_TERM).strip();
        String refusal = "not a time: " + SETTING + "=" + text + "; write it like 90s, 5m or 1h30m";
        try {
            Duration term = Duration.parse("PT" + text);
            if (term.isPositive()) {
                return term;
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(refusal, e);
        }
        throw new IllegalArgumentException(refusal);
    }

    /**
     * Knows a body that has something to do at its end.
     *
     * @param body the body
     */
    public void track(LocalBody body) {
        exports.track(body);
        tickSoon();
    }

    /**
     * Makes a body reachable for others by its number.
     *
     * @param body body of this runtime
     */
    public void export(LocalBody body) {
        if (body.isAlive()) {
            exports.export(body);
            tickSoon();
        }
        if (!body.isAlive()) {
            breakdowns.add(body); // whoever gets the reference may call before the end is told
        }
    }

    /**
     * Says whether a body shall live although nobody can reach it.
     *
     * @param body body of this runtime
     * @param keep false to have it collected again
     */
    public void keep(LocalBody body, boolean keep) {
        exports.keep(body, keep);
        tickSoon();
    }

    /**
     * A body that others can reach.
     *
     * @param number its number
     * @return the body, or {@code null} if there is none, or no longer
     */
    public LocalBody exported(long number) {
        return exports.exported(number);
    }

    /**
     * The bodies that are known here.
     *
     * @return a copy
     */
    public List<LocalBody> bodies() {
        return exports.bodies();
    }

    /**
     * A body has ended: nobody reaches it any more, and those who could are told.
     *
     * @param body the body
     */
    public void ended(LocalBody body) {
        breakdowns.add(body); // first: whoever finds it gone finds the reason
        exports.ended(body).forEach(holder -> tellGone(holder, body.number()));
        if (body.traits().past() != null) {
            endWhatLeadsNowhere();
        }
    }

    /**
     * An active object has moved away. What it has left behind, with its names, ends with it.
     *
     * @param body what is left of it here
     */
    public void leftBehind(LocalBody body) {
        exports.leave(body);
        endWhatLeadsNowhere();
    }

    private void endWhatLeadsNowhere() {
        for (LocalBody body : exports.leadingNowhere()) {
            Soon.run("end of " + body.getName(), body::terminate);
        }
    }

    private void tellGone(RuntimeId holder, long number) {
        String why = breakdowns.of(number);
        if (why != null) {
            outboxes.queue(holder, "", LeaseNotice.why(number, why));
        }
        outboxes.queue(holder, "", new LeaseNotice(LeaseNotice.GONE, 0, number));
    }

    /**
     * Why an active object of this runtime has ended by itself.
     *
     * @param number its number
     * @return the reason; {@code null} if it has not, or long ago
     */
    public String whyEnded(long number) {
        return breakdowns.of(number);
    }

    /**
     * The entry of an active object of another runtime; made, and its owner told, if there is none.
     *
     * @param reference the active object; one that is known stays at the place that it is known at
     * @return its entry
     */
    public Held held(Reference reference) {
        Held held = holdings.find(reference.id(), reference.place(), reference.card());
        tickSoon();
        return held;
    }

    /**
     * The entry of an active object of another runtime.
     *
     * @param id what it is
     * @return its entry, or {@code null} if there is none
     */
    public Held known(UniqueID id) {
        return holdings.find(id);
    }

    /**
     * What a body of this runtime may have called in others; by its own thread.
     *
     * @param body the body
     * @return the entries of those active objects
     */
    public List<Held> calledBy(LocalBody body) {
        return holdings.calledBy(body);
    }

    /**
     * Ends a change of the way to an active object; the owners of both places are told.
     *
     * @param held its entry
     * @param to where it is
     * @param near the body, if that is in this runtime; else {@code null}
     * @return a later place that somebody has told of meanwhile, or {@code null}
     */
    public Reference settle(Held held, Reference to, LocalBody near) {
        Reference later = holdings.settle(held, to.place(), to.card(), near);
        if (held.isGone()) { // its runtime has been lost before anybody knew of the move
            endWhatLeadsNowhere();
        }
        tickSoon();
        return later;
    }

    /**
     * Who holds a body.
     *
     * @param body body of this runtime
     * @return the runtimes that have stubs of it, as far as is known
     */
    public List<RuntimeId> holders(LocalBody body) {
        return exports.holders(body);
    }

    /**
     * Whether a body lives although nobody can reach it.
     *
     * @param body body of this runtime
     * @return true if somebody has said so
     */
    public boolean isKept(LocalBody body) {
        return exports.isKept(body);
    }

    /**
     * What the stubs of an active object of another runtime are to keep.
     *
     * @param held its entry
     * @return the anchor that they share
     */
    public Object anchor(Held held) {
        Object anchor = holdings.anchor(held);
        tickSoon();
        return anchor;
    }

    /**
     * A message has arrived that refers to an active object, which is held from now on.
     *
     * @param self this runtime
     * @param reference the active object
     * @return what keeps it held; {@code null} if it was one of this runtime's and has ended
     */
    public Object arrived(RuntimeId self, Reference reference) {
        if (!reference.place().runtime().equals(self)) {
            return anchor(held(reference));
        }
        LocalBody body = exported(reference.place().number());
        if (body == null) {
            return null;
        }
        export(body);
        return body.anchor();
    }

    /**
     * Another runtime has told something.
     *
     * @param from that runtime
     * @param notice what it told
     */
    public void onNotice(RuntimeId from, LeaseNotice notice) {
        switch (notice.what()) {
            case LeaseNotice.HOLD -> {
                for (long number : notice.numbers()) {
                    hold(from, number, notice.termMs());
                }
            }
            case LeaseNotice.RELEASE -> {
                Arrays.stream(notice.numbers()).forEach(number -> exports.release(from, number));
            }
            case LeaseNotice.GONE -> {
                if (holdings.onGone(from, notice.numbers())) {
                    endWhatLeadsNowhere();
                }
            }
            case LeaseNotice.WHY -> {
                if (notice.numbers().length > 0) {
                    holdings.onWhy(from, notice.numbers()[0], notice.reason());
                }
            }
            default ->
                    throw new IllegalArgumentException(
                            "no such notice of leases: what=" + notice.what());
        }
    }

    private void hold(RuntimeId holder, long number, long termMs) {
        if (!exports.hold(holder, number, termMs)) {
            tellGone(holder, number);
            return;
        }
        LocalBody body = exports.exported(number);
        Successor away = body == null ? null : body.successor();
        if (away != null) {
            away.tell(holder);
        }
    }

    /**
     * A runtime is lost: its leases end, and nothing of it is held any more.
     *
     * @param runtime that runtime
     */
    public void onLost(RuntimeId runtime) {
        exports.onLost(runtime);
        holdings.onLost(runtime);
        outboxes.lost(runtime);
        endWhatLeadsNowhere();
    }

    private void tickSoon() {
        if (!ticking.get() && !closed && ticking.compareAndSet(false, true)) {
            dueNs = clock.getAsLong() + tickNs;
            timer.execute(this::tick);
        }
    }

    /** Looks around; time by which this comes too late is time in which nothing came in either. */
    void tick() {
        long lateNs = clock.getAsLong() - dueNs;
        ticking.set(false);
        if (!closed) {
            if (lateNs > 0) {
                heldUpNs.addAndGet(lateNs);
            }
            try {
                sweep();
            } catch (RuntimeException | Error e) {
                LOG.error("a look at the leases failed, the next one is in {} ns", tickNs, e);
            }
            if (!exports.isEmpty() || !holdings.isEmpty()) {
                tickSoon();
            }
        }
    }

    /** Renews what is held, releases what is not, and ends the bodies that nobody can reach. */
    public void sweep() {
        holdings.sweep();
        for (LocalBody body : exports.unreachable()) {
            LOG.debug("nobody can reach it any more, it ends: body={}", body);
            body.terminate();
        }
    }

    /** Ends the exchange of notices. */
    @Override
    public void close() {
        closed = true;
        outboxes.close();
    }
}
