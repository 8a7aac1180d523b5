package org.activeobjects.internal.waiting;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RemotePromise;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.RemoteRoute;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * Follows chains of waits, within a runtime and into others.
 *
 * <p>A wait for all of several results leads on to each of them. A wait for any of several leads on
 * only where the chain begins: it is stuck if every one of its branches is, which is for the one
 * who waits to find out. What others wait for in this way is not followed.
 *
 * <p><b>Threading:</b> safe.
 */
final class Chains {

    private static final Logger LOG = LogManager.getLogger(Chains.class);

    private static final String FUTURE = "future ";

    /** A wait for more results than this is not followed; nor are more than these sent on. */
    private static final int MAX_BRANCHES = 64;

    private static final int MAX_SENT_ON = 4;

    /** Is told of chains that lead back. */
    interface Listener {

        /**
         * A chain has come back to where it began.
         *
         * @param body where it began
         * @param wait its wait
         * @param probe the chain
         */
        void onCycle(LocalBody body, Wait wait, Probe probe);
    }

    private final LongFunction<LocalBody> exported;
    private final Predicate<LocalBody> looks;
    private final Listener listener;
    private volatile Messenger messenger;

    Chains(LongFunction<LocalBody> exported, Predicate<LocalBody> looks, Listener listener) {
        this.exported = exported;
        this.looks = looks;
        this.listener = listener;
    }

    void connect(Messenger opened) {
        messenger = opened;
    }

    /** In how many ways a wait has to be stuck; each of them is a branch of its chain. */
    static int branches(Wait wait) {
        return wait.promise() instanceof Several several && several.isAny()
                ? several.parts().size()
                : 1;
    }

    /** Follows what a body waits for. */
    void follow(LocalBody body, Wait wait) {
        Messenger open = messenger;
        RuntimeId self = open == null ? null : open.self();
        List<Edge> path = List.of(edge(body, wait));
        if (!(wait.promise() instanceof Several several)) {
            Probe probe = new Probe(self, body.number(), wait.beginNs(), 0, path);
            chase(wait.promise(), probe.fork(), self, new HashSet<>());
        } else if (several.parts().size() <= MAX_BRANCHES) {
            Set<LocalBody> seen = new HashSet<>();
            for (int i = 0; i < several.parts().size(); i++) {
                int branch = several.isAny() ? i : 0;
                Probe probe = new Probe(self, body.number(), wait.beginNs(), branch, path);
                chase(
                        several.parts().get(i),
                        probe.fork(),
                        self,
                        several.isAny() ? new HashSet<>() : seen);
            }
        }
    }

    /** Follows a chain within this runtime, and hands it on where it leaves. */
    private void chase(Promise from, Probe probe, RuntimeId self, Set<LocalBody> seen) {
        Promise promise = from;
        while (probe.path().size() <= Probe.MAX_LENGTH) {
            Object source = source(promise);
            if (source instanceof RemotePromise || source instanceof FutureCopy) {
                send((Promise) source, probe);
                return;
            }
            if (!(source instanceof LocalRoute route)) {
                return;
            }
            Wait next = step(route.body(), probe, self, seen);
            if (next == null) {
                return;
            }
            promise = next.promise();
            if (promise instanceof Several several) {
                chaseEach(several, probe, self, seen);
                return;
            }
        }
    }

    private void chaseEach(Several several, Probe probe, RuntimeId self, Set<LocalBody> seen) {
        if (several.isAny() && several.parts().size() > 1) {
            return;
        }
        int sentOn = 0;
        for (Promise part : several.parts()) {
            boolean leaves = !(source(part) instanceof LocalRoute);
            sentOn += leaves ? 1 : 0;
            if (!leaves || sentOn <= MAX_SENT_ON) {
                chase(part, probe.fork(), self, seen);
            }
        }
    }

    /** The wait of the next member; null if it does not wait, or the chain has come to an end. */
    private Wait step(LocalBody body, Probe probe, RuntimeId self, Set<LocalBody> seen) {
        Wait wait = body.currentWait();
        if (wait == null) {
            return null;
        }
        boolean isHome = probe.origin() == null || probe.origin().equals(self);
        if (isHome && body.number() == probe.number()) {
            if (wait.beginNs() == probe.beginNs()) {
                listener.onCycle(body, wait, probe);
            }
            return null;
        }
        String id = idOf(body);
        if (!seen.add(body) || probe.path().stream().anyMatch(edge -> edge.id().equals(id))) {
            return null; // followed already, or a cycle that the origin only leads to
        }
        probe.path().add(edge(body, wait));
        return wait;
    }

    /**
     * Who is to give a result: a {@code LocalRoute}, a {@code RemotePromise}, a {@code FutureCopy},
     * or {@code null} if that is not known or the result is there.
     */
    static Object source(Promise from) {
        Promise promise = from;
        for (int i = 0; i < Probe.MAX_LENGTH && promise != null && !promise.isDone(); i++) {
            if (promise instanceof FutureCopy) {
                return promise;
            }
            Object next = promise.handedOnTo();
            if (next == null) {
                next = promise.callee();
            }
            if (next instanceof RemoteRoute && promise instanceof RemotePromise) {
                return promise;
            }
            if (!(next instanceof Promise further)) {
                return next instanceof LocalRoute ? next : null;
            }
            promise = further;
        }
        return null;
    }

    private void send(Promise awaited, Probe probe) {
        Messenger open = messenger;
        if (open == null) {
            return;
        }
        // What began before this runtime had an id begins here.
        Probe sent = probe.origin() != null ? probe : probe.from(open.self());
        if (awaited instanceof FutureCopy copy) {
            send(open, copy.home(), FUTURE + copy.number(), 0, sent);
        } else if (awaited instanceof RemotePromise call
                && call.requestId() != 0
                && call.callee() instanceof RemoteRoute route) {
            String request = call.requestId() + "@" + open.self();
            send(open, route.id().runtime(), request, route.id().number(), sent);
        }
    }

    private static void send(
            Messenger open, RuntimeId to, String request, long number, Probe probe) {
        try {
            Promise unused = open.systemCall(to, SystemOps.PROBE, request, number, probe.encode());
        } catch (TransportException | ActiveObjectException e) {
            LOG.debug("probe not sent: to={} request={}", to, request, e);
        }
    }

    /** Follows a chain that comes from another runtime; see {@link DeadlockWatch#onProbe}. */
    void onProbe(String request, long number, Object[] encoded) {
        Messenger open = messenger;
        if (open == null) {
            return;
        }
        Probe probe = Probe.decode(encoded);
        Set<LocalBody> seen = new HashSet<>();
        if (request.startsWith(FUTURE)) {
            long future = Long.parseLong(request.substring(FUTURE.length()));
            chase(open.continuations().awaited(future), probe, open.self(), seen);
            return;
        }
        LocalBody body = exported.apply(number);
        int at = request.indexOf('@');
        if (body == null || at < 0) {
            return;
        }
        RuntimeId caller = RuntimeId.parse(request.substring(at + 1));
        Object to = open.handedOnTo(caller, Long.parseLong(request.substring(0, at)));
        if (to == null) {
            Wait wait = step(body, probe, open.self(), seen);
            if (wait != null && wait.promise() instanceof Several several) {
                chaseEach(several, probe, open.self(), seen);
            } else if (wait != null) {
                chase(wait.promise(), probe, open.self(), seen);
            }
        } else if (to != Answer.ELSEWHERE) {
            chase((Promise) to, probe, open.self(), seen);
        }
    }

    Edge edge(LocalBody body, Wait wait) {
        return Edge.of(idOf(body), body, wait, looks.test(body));
    }

    private String idOf(LocalBody body) {
        Messenger open = messenger;
        return open == null ? "#" + body.number() : body.number() + "@" + open.self();
    }
}
