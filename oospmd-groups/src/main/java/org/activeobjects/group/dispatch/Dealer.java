package org.activeobjects.group.dispatch;

import org.activeobjects.spi.GroupCalls;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Deals the calls of one group out: each member has a certain number of them at most, and the next
 * one goes to whoever has answered.
 *
 * <p>Calls that wait are dealt out in the order in which they were made, also those of several
 * calls of the group, whose members have that number of calls together. What one member is given is
 * sent to it in this order, by one thread at a time. A call that could not be sent, since its
 * member takes no more calls, is the next one to be dealt out; so a member that is lost costs those
 * calls only that it had got.
 *
 * <p><b>Threading:</b> safe. Nobody waits for an answer: it is the answer that has the next call
 * sent, by a virtual thread.
 */
public final class Dealer {

    private final IdentityHashMap<Object, Lane> lanes = new IdentityHashMap<>();

    /** Those that have calls which no member has got, the oldest first. */
    private final NavigableMap<Long, Deal> waiting = new TreeMap<>();

    private long deals;
    private long open;

    /** With nothing to do. */
    public Dealer() {}

    /** What is to be done, once the lock is given back, about what was decided under it. */
    private record Step(List<Lane> begin, List<Task> lost) {

        Step() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void run() {
            lost.forEach(task -> task.deal().fail(task));
        }
    }

    /**
     * Deals calls out. Those that members get at once are sent by the calling thread, unless it
     * would have to wait for the member.
     *
     * @param what the method, for messages
     * @param calls in their order
     * @param members stubs of active objects, or futures of such
     * @param bufferSize how many calls a member may have at a time, 1 or more
     */
    public void deal(
            String what,
            List<? extends GroupCalls.Later> calls,
            List<Object> members,
            int bufferSize) {
        Step step = new Step();
        synchronized (this) {
            List<Lane> chosen = new ArrayList<>(members.size());
            for (Object member : members) {
                chosen.add(lanes.computeIfAbsent(member, Lane::new));
            }
            Deal deal = new Deal(++deals, what, calls, chosen, bufferSize);
            Supplier<List<GroupCalls.Later>> open = () -> openOf(deal);
            calls.forEach(call -> call.waitsForOneOf(open));
            waiting.put(deal.number(), deal);
            fill(deal, step);
        }
        step.run();
        step.begin().forEach(this::sendAsCaller);
    }

    private synchronized List<GroupCalls.Later> openOf(Deal deal) {
        return deal.open();
    }

    /** Gives all members of a deal what they may have, each one call in turn. */
    private void fill(Deal deal, Step step) {
        boolean isDealing = deal.isWaiting();
        while (isDealing) {
            isDealing = false;
            for (Lane lane : deal.lanes()) {
                isDealing |= offer(lane, step);
            }
        }
        step.lost().addAll(deal.takeIfLost());
        if (!deal.isWaiting()) {
            waiting.remove(deal.number());
        }
    }

    /** Gives a member the next call that is for it; false if there is none, or it has enough. */
    private boolean offer(Lane lane, Step step) {
        for (Deal deal : waiting.values()) {
            if (deal.lanes().contains(lane)) {
                // A younger one may let it have more; but it is not its turn.
                return deal.hasRoomIn(lane) && give(deal, lane, step);
            }
        }
        return false;
    }

    private boolean give(Deal deal, Lane lane, Step step) {
        open++;
        if (lane.add(deal.poll())) {
            step.begin().add(lane);
        }
        if (!deal.isWaiting()) {
            waiting.remove(deal.number());
        }
        return true;
    }

    private void sendAsCaller(Lane lane) {
        int mine = unsent(lane);
        for (int sent = 0; sent < mine; sent++) {
            if (!hasRoom(lane)) {
                break;
            }
            if (!sendNext(lane)) {
                return;
            }
        }
        begin(lane); // what answers have added meanwhile is not for the caller to send
    }

    /** Whether the next call would be sent at once. */
    private boolean hasRoom(Lane lane) {
        Task first = firstUnsent(lane);
        try {
            return first != null && first.call().hasRoom(lane.member());
        } catch (RuntimeException | Error e) {
            return false; // for want of memory or stack: a thread of its own may have both
        }
    }

    private synchronized int unsent(Lane lane) {
        return lane.unsent();
    }

    private synchronized Task firstUnsent(Lane lane) {
        return lane.firstUnsent();
    }

    private void begin(Lane lane) {
        if (goesOn(lane)) {
            Thread.ofVirtual().name("dispatch to " + lane.member()).start(() -> send(lane));
        }
    }

    private synchronized boolean goesOn(Lane lane) {
        return lane.goesOn();
    }

    private synchronized Task pollUnsent(Lane lane) {
        return lane.pollUnsent();
    }

    private void send(Lane lane) {
        boolean isSent = true;
        while (isSent) {
            isSent = sendNext(lane);
        }
    }

    /** Sends the next call to a member; false if there is none, or the member takes none. */
    private boolean sendNext(Lane lane) {
        Task task = pollUnsent(lane);
        if (task == null) {
            return false;
        }
        boolean isSent;
        try {
            isSent = task.call().send(lane.member(), isGone -> answered(lane, task, isGone));
        } catch (RuntimeException | Error e) {
            // By a thread that has a stack of its own, as it may be for want of one.
            Thread.ofVirtual().start(() -> breakOff(lane, task, e));
            return false;
        }
        if (!isSent) {
            refused(lane, task);
        }
        return isSent;
    }

    /** A call fails in whose sending an error was met; those behind it are sent. */
    private void breakOff(Lane lane, Task task, Throwable met) {
        try {
            task.deal().fail(task, met);
        } finally {
            answered(lane, task, false);
            begin(lane);
        }
    }

    private void answered(Lane lane, Task task, boolean isGone) {
        Step step = new Step();
        synchronized (this) {
            if (!lane.answered(task)) {
                return; // it is over: it was sent, and broken off behind that
            }
            open--;
            if (isGone) {
                lose(lane, step);
            }
            boolean isDealing = true;
            while (isDealing) {
                isDealing = offer(lane, step);
            }
            forgetIdle();
        }
        run(step);
    }

    private void refused(Lane lane, Task task) {
        Step step = new Step();
        synchronized (this) {
            lane.putBack(task);
            lose(lane, step);
            forgetIdle();
        }
        run(step);
    }

    private void run(Step step) {
        step.begin().forEach(this::begin);
        step.run();
    }

    /** A member takes no more calls: what it has not been sent is for the others. */
    private void lose(Lane lane, Step step) {
        lane.leave();
        lanes.remove(lane.member(), lane);
        for (Task task = lane.withdraw(); task != null; task = lane.withdraw()) {
            open--;
            task.deal().putBack(task);
            waiting.put(task.deal().number(), task.deal());
        }
        for (Deal deal : List.copyOf(waiting.values())) {
            if (deal.lanes().contains(lane)) {
                fill(deal, step);
            }
        }
    }

    /** Members may have left the group: they are known no longer than they have calls. */
    private void forgetIdle() {
        if (open == 0) {
            lanes.clear();
        }
    }
}
