package org.activeobjects.internal.waiting;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.admission.Room;
import org.activeobjects.internal.continuation.FutureCopy;
import org.activeobjects.internal.future.Presence;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.immediate.ImmediateMethods;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.pending.Inquiry;
import org.activeobjects.internal.pending.RemotePromise;
import org.activeobjects.internal.pending.Unsent;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.RemoteRoute;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Serving;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Predicate;

/**
 * Follows waits to whatever they are for: within this runtime by looking, into others by asking
 * them, which do the same.
 *
 * <p>Whoever is asked is told what is known already, so that nothing is followed twice and a circle
 * of runtimes ends.
 *
 * <p><b>Threading:</b> one thread, which may be blocked until the time of the look is over.
 *
 * <p><b>Source:</b> the way of asking along the edges is that of Chandy, Misra and Haas,
 * Distributed Deadlock Detection, ACM TOCS 1(2), 1983; the answers are collected as a graph.
 */
final class Explorer {

    private static final Logger LOG = LogManager.getLogger(Explorer.class);

    /** Longest look in milliseconds. */
    static final long MAX_MS = 1_500;

    /** Beginnings of questions that are not for a call of a certain number. */
    static final String FUTURE = "future ";

    static final String ROOM = "room ";
    static final String OWN = "own thread";

    /** Arguments of a question before what is known already. */
    static final int FIXED = 2;

    private final Messenger messenger;
    private final Predicate<Wait> looks;
    private final boolean describes;
    private final long endNs;
    private final String here;
    private final WaitGraph graph = new WaitGraph();
    private final SequencedSet<String> seen = new LinkedHashSet<>(); // the root first
    private final Deque<Question> open = new ArrayDeque<>();

    /** What is to be looked at in this runtime; chains of waits are longer than stacks are deep. */
    private final Deque<Runnable> steps = new ArrayDeque<>();

    /**
     * For one look.
     *
     * @param messenger asks others; {@code null} if there are none
     * @param looks whether whoever waits looks himself
     * @param describes whether the texts of the nodes are needed
     * @param timeMs how long it may take
     */
    Explorer(Messenger messenger, Predicate<Wait> looks, boolean describes, long timeMs) {
        this.messenger = messenger;
        this.looks = looks;
        this.describes = describes;
        this.endNs = System.nanoTime() + timeMs * 1_000_000;
        this.here = messenger == null ? "" : "@" + messenger.self();
    }

    /** Another runtime is to be asked what an answer of its, to a promise here, waits for. */
    private record Question(String id, RuntimeId to, String text, long number, Promise promise) {}

    /** Follows one wait; its node is the root of the graph. */
    String follow(LocalBody body, Serving serving) {
        String root = wait(body, serving);
        lookAround();
        return root;
    }

    WaitGraph graph() {
        return graph;
    }

    /** What whoever asks knows already is not followed again. */
    void knows(String id) {
        seen.add(id);
    }

    private String wait(LocalBody body, Serving serving) {
        Wait wait = serving.currentWait();
        if (wait == null) {
            return null;
        }
        String id = body.number() + "/" + idOf(wait);
        boolean looksItself = looks.test(wait);
        // Who precedes the root looks himself, and tells if the two hold each other up.
        if (isNew(id) && !(looksItself && WaitGraph.precedes(id, seen.getFirst()))) {
            Edge edge =
                    describes
                            ? Edge.of(body.number() + here, body, serving, wait, looksItself)
                            : new Edge(Edge.summary(body, serving), "", looksItself);
            steps.push(() -> addWait(id, wait, edge));
        }
        return id;
    }

    private String idOf(Wait wait) {
        return wait.thread().threadId() + "/" + wait.beginNs() + here;
    }

    private void addWait(String id, Wait wait, Edge edge) {
        String need = result(wait.promise(), id);
        List<String> needs = need == null ? List.of() : List.of(need);
        graph.add(new Node(id, false, needs, List.of(), edge));
    }

    /** What holds up a creation here, or something else that another runtime has asked for. */
    String errand(Errand errand) {
        Wait wait = errand.currentWait();
        if (wait == null) {
            return null;
        }
        String id = "errand/" + idOf(wait);
        if (isNew(id)) {
            steps.push(() -> addWait(id, wait, Edge.of(here, errand, wait)));
        }
        return id;
    }

    private boolean isNew(String id) {
        return !graph.isFull() && seen.add(id);
    }

    /** What a result needs; null if it is there or not known to be held up. */
    String result(Promise promise, String waiter) {
        if (promise instanceof Several several) {
            return results(several.parts(), several.isAny(), waiter + "+");
        }
        Promise last = Origin.of(promise);
        if (last == null && Origin.isCircle(promise)) {
            String id = waiter + " needs itself";
            graph.add(new Node(id, false, List.of(id), List.of(), null));
            return id;
        }
        if (last instanceof FutureCopy copy) {
            return question(copy.home(), FUTURE + copy.number(), 0, copy);
        }
        if (last instanceof RemotePromise call && call.callee() instanceof RemoteRoute route) {
            return call.requestId() == 0 || messenger == null
                    ? null
                    : question(
                            route.place().runtime(),
                            call.requestId() + here,
                            route.place().number(),
                            call);
        }
        if (last instanceof Inquiry inquiry && inquiry.callee() instanceof SystemOps.Asked asked) {
            return inquiry.requestId() == 0 || messenger == null
                    ? null
                    : question(asked.whom(), inquiry.requestId() + here, 0, inquiry);
        }
        if (last instanceof Room room && room.callee() instanceof RemoteRoute route) {
            String text = ROOM + room.seen() + here;
            return messenger == null || route.place().bound() == null
                    ? null
                    : question(route.place().runtime(), text, route.place().number(), room);
        }
        if (last instanceof Presence presence) {
            return presence(presence);
        }
        if (last != null && last.callee() instanceof Errand errand) {
            return errand(errand);
        }
        if (last != null && last.callee() instanceof Unsent call) {
            return unsent(call);
        }
        if (last != null && last.callee() instanceof LocalRoute route) {
            boolean isBeside = last.handedOnTo() == Answer.ELSEWHERE;
            LocalBody giver = route.body();
            return giver == null // it has moved
                    ? null
                    : request(giver, request -> request.answer() == last, isBeside);
        }
        return null;
    }

    private String presence(Presence presence) {
        if (presence.isOver() || !(presence.callee() instanceof ActiveHandler handler)) {
            return null;
        }
        Route route = handler.route();
        LocalBody here = route.body();
        if (here != null) {
            return own(here);
        }
        Place place = route.place();
        return messenger == null ? null : question(place.runtime(), OWN, place.number(), presence);
    }

    /** What holds up the own thread of a body, unless another one could act in its place. */
    String own(LocalBody body) {
        boolean mayActBeside =
                body.isMultiActive()
                        || body.immediateServices() != null
                        || !ImmediateMethods.declaredBy(body.target().getClass()).isEmpty();
        Wait wait = mayActBeside ? null : body.currentWait();
        Serving serving = wait == null ? null : body.servingOf(wait);
        return serving == null ? null : wait(body, serving);
    }

    private String results(List<Promise> parts, boolean isAny, String id) {
        List<String> needs = new ArrayList<>();
        for (Promise part : parts) {
            String need = result(part, id + needs.size());
            if (need != null) {
                needs.add(need);
            } else if (isAny) {
                return null;
            }
        }
        graph.add(new Node(id, isAny, needs, List.of(), null));
        return id;
    }

    private String unsent(Unsent call) {
        String id = "calls " + call.number() + here;
        if (isNew(id)) {
            steps.push(() -> results(call.before(), true, id));
        }
        return id;
    }

    String request(LocalBody body, Predicate<QueuedRequest> isAsked, boolean isBeside) {
        Serving.Delay delay = body.delayOf(isAsked, isBeside);
        if (delay == null) {
            return null;
        }
        return delay.queued() == null ? wait(body, delay.allOf().getFirst()) : queued(body, delay);
    }

    private String queued(LocalBody body, Serving.Delay delay) {
        String id = body.number() + "/request " + delay.queued().getSequenceNumber() + here;
        if (isNew(id)) {
            steps.push(() -> addQueued(id, body, delay));
        }
        return id;
    }

    private void addQueued(String id, LocalBody body, Serving.Delay delay) {
        List<String> needs = new ArrayList<>();
        delay.allOf().forEach(serving -> addIfAny(needs, wait(body, serving)));
        for (QueuedRequest older : delay.older()) {
            addIfAny(needs, request(body, request -> request == older, false));
        }
        List<String> threads = new ArrayList<>();
        for (Serving serving : delay.oneOf()) {
            addIfAny(threads, wait(body, serving));
        }
        if (!threads.isEmpty() && threads.size() == delay.oneOf().size()) {
            graph.add(new Node(id + " thread", true, threads, List.of(), null));
            needs.add(id + " thread");
        }
        List<String> perhaps = new ArrayList<>();
        for (QueuedRequest first : delay.perhaps()) {
            addIfAny(perhaps, request(body, request -> request == first, false));
        }
        graph.add(new Node(id, false, needs, perhaps, Edge.of(body, delay)));
    }

    private static void addIfAny(List<String> needs, String need) {
        if (need != null) {
            needs.add(need);
        }
    }

    private String question(RuntimeId to, String text, long number, Promise promise) {
        String id = text + " of " + number + "@" + to;
        if (isNew(id)) {
            open.add(new Question(id, to, text, number, promise));
        }
        return id;
    }

    void lookAround() {
        while (!steps.isEmpty() && !graph.isFull()) {
            steps.pop().run();
        }
        while (!open.isEmpty() && !graph.isFull()) {
            Question question = open.poll();
            try {
                String need = ask(question);
                // Who had answered already has told so before: that was on its way meanwhile.
                boolean isOver = need.isEmpty() || isOver(question.promise());
                List<String> needs = isOver ? List.of() : List.of(need);
                graph.add(new Node(question.id(), false, needs, List.of(), null));
            } catch (RuntimeException e) {
                // It is gone, takes too long, or has failed, in whatever way: others go on.
                LOG.debug("not known what an answer waits for: question={}", question, e);
            }
        }
    }

    private static boolean isOver(Promise promise) {
        return promise.isDone() || promise instanceof Presence presence && presence.isOver();
    }

    private String ask(Question question) {
        long leftMs = (endNs - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) {
            throw new ActiveObjectException("the look takes too long: question=" + question);
        }
        List<Object> arguments = new ArrayList<>(FIXED + seen.size());
        arguments.add(describes);
        arguments.add(leftMs);
        arguments.addAll(seen);
        Promise answer =
                messenger.systemCall(
                        question.to(),
                        SystemOps.WAITS,
                        question.text(),
                        question.number(),
                        arguments.toArray());
        answer.await(leftMs);
        if (!(Inquiry.result(answer) instanceof Object[] values)
                || values.length == 0
                || !(values[0] instanceof String need)) {
            throw new SerializationException("not a graph of waits: question=" + question);
        }
        for (Node node : Node.decode(values, 1)) {
            if (graph.isFull()) {
                break;
            }
            seen.add(node.id());
            graph.add(node);
        }
        return need;
    }
}
