package org.activeobjects.api;

import org.activeobjects.active.Body;
import org.activeobjects.active.InitActive;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.node.Node;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Remembers what it saw, in order, and moves when it is told to. */
public class Nomad implements InitActive {

    /** What happens where a {@link Trap} arrives; static, since it is copied. */
    static volatile Runnable onArrival = () -> {};

    /** One permit for each trap that has arrived. */
    static final Semaphore ARRIVED = new Semaphore(0);

    private final List<Integer> seen = new ArrayList<>();
    private int beginnings;
    private Object luggage;
    private Trap trap;
    private Bomb bomb;
    private IntWrapper awaited;

    @Override
    public void initActivity(Body body) {
        beginnings++;
    }

    /** Does something where it arrives. */
    static final class Trap implements Serializable {

        @Serial private static final long serialVersionUID = 1;

        @Serial
        private Object readResolve() {
            ARRIVED.release();
            onArrival.run();
            return this;
        }
    }

    /** Ends the JVM in which it arrives, like a crash. */
    static final class Bomb implements Serializable {

        @Serial private static final long serialVersionUID = 1;

        @Serial
        private Object readResolve() {
            Runtime.getRuntime().halt(9);
            return this;
        }
    }

    public int beginnings() {
        return beginnings;
    }

    /** One-way. */
    public void see(int number) {
        seen.add(number);
    }

    public List<Integer> seen() {
        return seen;
    }

    public StringWrapper place() {
        return new StringWrapper(PAActiveObject.getNode().url());
    }

    /** While it serves something else. */
    @ImmediateService
    public StringWrapper placeAtOnce() {
        return place();
    }

    /** While it serves something else. */
    @ImmediateService
    public IntWrapper waitAtOnce() {
        return new Account().waitForGate();
    }

    public StringWrapper id() {
        return new StringWrapper(PAActiveObject.getBodyOnThis().getID().toString());
    }

    public Nomad self() {
        return (Nomad) PAActiveObject.getStubOnThis();
    }

    /** One-way. */
    public void goTo(String url) {
        PAMobileAgent.migrateTo(url);
    }

    /** One-way: changes its mind. */
    public void goTo(String first, String then) {
        PAMobileAgent.migrateTo(first);
        PAMobileAgent.migrateTo(then);
    }

    /** One-way. */
    public void goTo(Node node) {
        PAMobileAgent.migrateTo(node);
    }

    /** One-way. */
    public void join(Nomad other) {
        PAMobileAgent.migrateTo(other);
    }

    /** One-way. */
    public void waitAtGate() {
        new Account().waitForGate();
    }

    /** One-way. */
    public void take(Account account) {
        awaited = account.waitForGate();
    }

    public IntWrapper awaited() {
        return awaited;
    }

    /** One-way: it cannot travel from now on. */
    public void loadStone() {
        luggage = new Thread("stone");
    }

    /** One-way. */
    public void loadTrap() {
        trap = new Trap();
    }

    /** One-way. */
    public void loadBomb() {
        bomb = new Bomb();
    }

    public boolean isLoaded() {
        return luggage != null || trap != null || bomb != null;
    }
}
