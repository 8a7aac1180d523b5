package org.activeobjects.spmd;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.spmd.Solver.Outcome;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A member of a ring whose barriers are between some of the members. */
public class Cell {

    private final List<String> served = new CopyOnWriteArrayList<>();

    /** Serves notes by name alone, and the rest when no note is there for a moment. */
    public static class Picky extends Cell implements RunActive {

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            while (body.isActive()) {
                service.blockingServeOldest("note", 1);
                service.serveOldest(request -> !request.getMethodName().equals("note"));
            }
        }
    }

    /** Tells its neighbours and itself something before and after a barrier among them. */
    public void step(int number) {
        int rank = PASPMD.getMyRank();
        int size = PASPMD.getMySPMDGroupSize();
        Cell around = group((rank + 1) % size, (rank + size - 1) % size);
        Cell own = (Cell) PAActiveObject.getStubOnThis();
        around.note("before " + number);
        own.note("before " + number);
        PASPMD.neighbourBarrier("step", around);
        around.note("after " + number);
        own.note("after " + number);
    }

    /** Calls a barrier, and tells those whom it names. */
    public Outcome meet(String name, int... neighbours) {
        Outcome called = call(name, neighbours);
        if (called.text().equals("called")) {
            group(neighbours).note(PASPMD.getMyRank() + " after " + name);
        }
        return called;
    }

    public Outcome call(String name, int... neighbours) {
        try {
            PASPMD.neighbourBarrier(name, group(neighbours));
            return new Outcome(0, PASPMD.getMyRank(), "called");
        } catch (ActiveObjectException failed) {
            return new Outcome(0, PASPMD.getMyRank(), failed.getMessage());
        }
    }

    public Outcome meetGroup(String name, Object neighbours) {
        try {
            PASPMD.neighbourBarrier(name, neighbours);
            return new Outcome(0, 0, "called");
        } catch (IllegalArgumentException refused) {
            return new Outcome(0, 0, refused.getMessage());
        }
    }

    /** Has the first step in the queue, and waits for the word to begin with it. */
    public Outcome prepare(int steps) {
        ((Cell) PAActiveObject.getStubOnThis()).exchangeBorders(0, steps);
        return waitFor("begin");
    }

    public void begin() {
        served.clear();
    }

    /** Has the first step in the queue ahead of all that others send behind the barrier. */
    public void start(int steps) {
        ((Cell) PAActiveObject.getStubOnThis()).exchangeBorders(0, steps);
        PASPMD.totalBarrier("start");
    }

    /**
     * One of many steps. The next one is in the queue before anybody can send what belongs to it,
     * and is held back until both sides have sent what belongs to this one.
     */
    public void exchangeBorders(int number, int steps) {
        int rank = PASPMD.getMyRank();
        int size = PASPMD.getMySPMDGroupSize();
        served.add("step " + number);
        if (number < steps) {
            ((Cell) PAActiveObject.getStubOnThis()).exchangeBorders(number + 1, steps);
            group((rank + 1) % size).left("left " + number);
            group((rank + size - 1) % size).right("right " + number);
            PASPMD.methodBarrier(new String[] {"left", "right"});
        }
    }

    public void left(String text) {
        served.add(text);
    }

    public void right(String text) {
        served.add(text);
    }

    public Outcome waitFor(String... methods) {
        try {
            PASPMD.methodBarrier(methods);
            return new Outcome(0, PASPMD.getMyRank(), "called");
        } catch (RuntimeException refused) {
            return new Outcome(0, 0, refused.getClass().getSimpleName() + refused.getMessage());
        }
    }

    @ImmediateService
    public Outcome atOnce(String method) {
        return waitFor(method);
    }

    public void sendBorderAndEnd(Cell to) {
        to.left("left");
        PAActiveObject.terminateActiveObject(true);
    }

    /** Waits for what has come before, and is not to be served before this is over. */
    public void expectBorderAfter(Cell own) {
        served.clear();
        own.left("left");
        own.note("held");
        PASPMD.methodBarrier(new String[] {"left"});
        served.add("expected");
    }

    @ImmediateService
    public Outcome servedSoFar() {
        return served();
    }

    public void meetTotally(String name) {
        PASPMD.totalBarrier(name);
    }

    public void failBefore(String what) {
        throw new IllegalStateException(what);
    }

    public void note(String text) {
        served.add(text);
    }

    public Outcome served() {
        return new Outcome(served.size(), PASPMD.getMyRank(), String.join(",", served));
    }

    private static Cell group(int... ranks) {
        Group<Cell> all = PAGroup.getGroup((Cell) PASPMD.getSPMDGroup());
        Cell some = PAGroup.newGroup(Cell.class);
        for (int rank : ranks) {
            PAGroup.getGroup(some).add(all.get(rank));
        }
        return some;
    }
}
