package org.activeobjects.transport.matching;

import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.object.ObjectCodec;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.progress.Watches;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The endpoints of one runtime, by number.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Stations {

    private static final int PAGE_SHIFT = 8;
    private static final int PAGE = 1 << PAGE_SHIFT;

    /** A page of which none is open any more. */
    private static final Station[] NONE = new Station[PAGE];

    private final RuntimeId runtime;
    private final Progress progress;
    private final Handlers handlers;
    private final Watches watches;
    private final Logger log;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    /** By number, less 1; replaced, never changed. What many closed ones leave is short. */
    private volatile Station[][] pages = {};

    /** How many ever were; set when the last one is in its page. */
    private volatile int opened;

    private volatile boolean isEnding;

    /**
     * Of a runtime that has no endpoint yet.
     *
     * @param runtime the runtime
     * @param progress who moves its links
     * @param handlers what is known while a handler runs
     */
    public Stations(RuntimeId runtime, Progress progress, Handlers handlers) {
        this(runtime, progress, handlers, LogManager.getLogger(Stations.class));
    }

    Stations(RuntimeId runtime, Progress progress, Handlers handlers, Logger log) {
        this.log = log;
        this.runtime = runtime;
        this.progress = progress;
        this.handlers = handlers;
        this.watches = new Watches(progress);
    }

    RuntimeId runtime() {
        return runtime;
    }

    Progress progress() {
        return progress;
    }

    Handlers handlers() {
        return handlers;
    }

    /**
     * What those are told who talk to an endpoint that is not open.
     *
     * @param id any number
     * @return what is wrong, and what to do if it was never open
     */
    public String whyNotOpen(int id) {
        EndpointAddress name = new EndpointAddress(runtime, id);
        return id >= 1 && id <= opened
                ? "the endpoint is closed: endpoint="
                        + name
                        + "; close one when nobody sends to it or waits for it"
                : "no endpoint of that number has been opened yet: endpoint="
                        + name
                        + "; open endpoints before others send to them";
    }

    /**
     * The waits for one of several things, at any endpoint.
     *
     * @return the watches
     */
    public Watches watches() {
        return watches;
    }

    /**
     * Opens one more.
     *
     * @param codec how its objects become bytes at first
     * @return a new one, whose number no other has had
     */
    public synchronized Station open(ObjectCodec codec) {
        int id = opened + 1;
        Station station = new Station(this, id, codec);
        put(id, station);
        opened = id;
        return station;
    }

    private void put(int id, Station station) {
        int place = id - 1;
        int at = place / PAGE;
        Station[][] changed = Arrays.copyOf(pages, Math.max(pages.length, at + 1));
        Station[] page = changed[at] == null ? new Station[PAGE] : changed[at].clone();
        page[place % PAGE] = station;
        changed[at] = Arrays.equals(page, NONE) ? NONE : page;
        pages = changed;
    }

    /**
     * The open one of a number that may have come from anywhere.
     *
     * @param id any number
     * @return the endpoint, or {@code null} if there is none
     */
    public Station at(int id) {
        Station[][] all = pages;
        int place = id - 1;
        int page = place >>> PAGE_SHIFT; // of a number below 1: more than there can be
        return page < all.length ? all[page][place & PAGE - 1] : null;
    }

    /**
     * Takes one out.
     *
     * @param closing one of these
     */
    public synchronized void forget(Station closing) {
        put(closing.id(), null);
    }

    /** The runtime closes: what its peers are told of that tells of its endpoints, too. */
    public void end() {
        isEnding = true;
    }

    /**
     * Drops a message for an endpoint that is not open, and tells its sender if it was.
     *
     * @param sender a peer that is connected
     * @param id any number; if none of that number was open yet the log is told, once
     */
    public void dropped(Party sender, int id) {
        if (id <= opened) {
            tellClosed(sender, id, "");
        } else if (hasWarned.compareAndSet(false, true)) {
            log.warn(
                    "a message was dropped, for no endpoint of that number was open yet, and its"
                            + " sender is not told; open endpoints before others send to them"
                            + " (more of the kind are dropped without a word)"
                            + " endpoint={} from={}",
                    new EndpointAddress(runtime, id),
                    sender.id());
        }
    }

    /**
     * Tells a party, once, that an endpoint is closed: when it is, or when something comes for it
     * from a party that was not connected then.
     *
     * @param party this runtime, or a peer that is connected
     * @param id any number; if none of that number was open yet, or it still is, nothing is done
     * @param reason why; empty if that is not known
     */
    public void tellClosed(Party party, int id, String reason) {
        if (isEnding || id < 1 || id > opened || at(id) != null) {
            return;
        }
        if (party.isSelf()) {
            onClosed(party, id, reason);
        } else {
            party.tellOnce(id, reason);
        }
    }

    /**
     * An endpoint of a party is closed, and what it has sent before is here: who waits for more
     * waits in vain, and fails.
     *
     * @param party the party
     * @param id number of the endpoint there, 1 or more
     * @param reason why; empty if it does not say so
     */
    public void onClosed(Party party, int id, String reason) {
        party.closedThere(id, reason);
        forEach(station -> station.matcher().onClosed(party, id));
    }

    /**
     * Does something with each that is open.
     *
     * @param what may take it out
     */
    public void forEach(Consumer<Station> what) {
        for (Station[] page : pages) {
            if (page != NONE) {
                forEach(page, what);
            }
        }
    }

    private static void forEach(Station[] page, Consumer<Station> what) {
        for (Station station : page) {
            if (station != null) {
                what.accept(station);
            }
        }
    }
}
