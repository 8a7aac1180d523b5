package org.activeobjects.internal.routing;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.remote.Arrival;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Leads the references of a runtime to where an active object has moved, without changing the order
 * of what each caller has sent.
 *
 * <p>A mark is sent on the old way, behind everything that this runtime has sent on it; it is
 * passed on as requests are, over any number of places, and answered by the place where the object
 * is. Then nothing is left on the old way.
 *
 * <p><b>Threading:</b> safe; each change of a way has a virtual thread.
 */
public final class Following {

    private static final Logger LOG = LogManager.getLogger(Following.class);

    private Following() {}

    /**
     * Changes a way, unless it leads there already.
     *
     * @param host runtime of the references
     * @param held what all of them share
     * @param to where the object is said to be; what counts is what the mark finds, unless the old
     *     place is lost
     */
    public static void follow(RuntimeHost host, Held held, Reference to) {
        Held.Way from = held.beginChange(to);
        if (from != null) {
            Soon.run("way to " + held.id(), () -> change(host, held, from, to));
        }
    }

    private static void change(RuntimeHost host, Held held, Held.Way from, Reference to) {
        Reference found = new Reference("", held.id(), from.place(), from.card());
        LocalBody near = from.near();
        try {
            Reference there = ask(host, from, to);
            if (there.place().moves() > from.place().moves()) {
                near = enter(host, there);
                found = there;
            }
        } catch (RuntimeException e) {
            LOG.warn(
                    "way to an active object that has moved is not known: object={}", held.id(), e);
        } finally {
            Reference later = host.leases().settle(held, found, near);
            Place before = from.place();
            if (before.bound() != null) {
                host.messenger().admissions().reroute(before.runtime(), before.number());
            }
            if (later != null) {
                follow(host, held, later);
            }
        }
    }

    /** Where the object is; what was said if the old way ends before the mark comes through. */
    private static Reference ask(RuntimeHost host, Held.Way from, Reference said) {
        try {
            return find(host, from);
        } catch (TransportException | ActiveObjectException e) {
            LOG.debug("mark did not come through: from={} to={}", from.place(), said.place(), e);
            return said;
        }
    }

    /** Gets to know a place; gives the body if it is in this runtime. */
    static LocalBody enter(RuntimeHost host, Reference there) {
        if (host.isThis(there.place().runtime())) {
            return host.exported(there.place().number());
        }
        if (!there.card().isEmpty()) {
            host.messenger().transport().learn(RuntimeCard.parse(there.card()));
        }
        return null;
    }

    /** Sends a mark on a way and waits for it. */
    static Reference find(RuntimeHost host, Held.Way way) {
        Inquiry found = inquiry(host, way);
        mark(host, way, found);
        return Reference.parse((String) Inquiry.result(found));
    }

    /** Without a limit: who goes on before the mark has come through may change the order. */
    private static Inquiry inquiry(RuntimeHost host, Held.Way way) {
        return new Inquiry(placeOf(host, way), 0);
    }

    private static String placeOf(RuntimeHost host, Held.Way way) {
        return "place of " + calleeAt(host, way);
    }

    private static String calleeAt(RuntimeHost host, Held.Way way) {
        Place place = way.place();
        return "active object #%s of %s".formatted(place.number(), host.nameOf(place.runtime()));
    }

    /** Sends a mark on a way. */
    static void mark(RuntimeHost host, Held.Way way, Promise found) {
        if (way.near() != null) {
            Arrival.mark(host, way.near(), found);
            return;
        }
        Place place = way.place();
        EncodedMessage message = host.messenger().newMessage();
        Wire.kind(message.head(), Wire.MARK, (byte) 0, (byte) 0);
        Wire.callee(message.head(), place.number());
        host.messenger().post(place.runtime(), Wire.stream(place.number()), message, found);
    }

    /** Sends a mark on a way, whose answer goes to somebody else. */
    static void mark(RuntimeHost host, Held.Way way, Answer answer) {
        Promise found = new Promise(String.class, placeOf(host, way));
        try {
            mark(host, way, found);
        } catch (TransportException | ActiveObjectException e) {
            answer.failure(e);
            return;
        }
        found.forwardTo(answer);
    }

    /**
     * Waits until all that a body has sent has arrived, so that what it sends from elsewhere cannot
     * overtake it.
     *
     * @param host runtime that the body is about to leave, by its own thread
     * @param caller the body
     */
    public static void catchUp(RuntimeHost host, LocalBody caller) {
        List<Inquiry> marks = new ArrayList<>();
        for (Held called : host.leases().calledBy(caller)) {
            Held.Way way = called.settledWay();
            Inquiry found =
                    new Inquiry("arrival of all that was sent to " + calleeAt(host, way), 0);
            marks.add(found);
            sendMark(host, way, found);
        }
        for (LocalBody left : host.leases().bodies()) {
            Successor away = left.successor();
            if (away != null) {
                away.awaitPassed();
            }
        }
        marks.forEach(Following::awaitMark);
    }

    private static void sendMark(RuntimeHost host, Held.Way way, Inquiry found) {
        try {
            mark(host, way, found);
        } catch (TransportException | ActiveObjectException e) {
            found.failure(e);
        }
    }

    /** Also if it does not come through: then what was sent before it does not arrive either. */
    private static void awaitMark(Inquiry found) {
        try {
            var _ = Inquiry.resultInTheEnd(found);
        } catch (TransportException | ActiveObjectException e) {
            LOG.debug("mark did not come through: {}", found, e);
        }
    }

    /**
     * What this thread has sent may be behind the mark that changed the way: waits until that has
     * arrived, too, so that what it sends next cannot overtake it.
     */
    static void catchUp(RuntimeHost host, Held.Way way) {
        Inquiry found = inquiry(host, way);
        CompletableFuture<?> reminder = found.remind();
        try {
            mark(host, way, found);
            var _ = found.toCompletableFuture().join();
        } catch (TransportException | ActiveObjectException | CompletionException e) {
            LOG.debug("mark did not come through: from={}", way.place(), e);
        } finally {
            var _ = reminder.cancel(false);
        }
    }
}
