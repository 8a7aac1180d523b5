package org.activeobjects.api;

import org.activeobjects.annotation.BoundedQueue;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Takes a few requests at a time, and remembers them in order. */
@BoundedQueue(Desk.BOUND)
public class Desk {

    static final int BOUND = 3;

    /** What {@link #hold} waits for; static, since all runtimes are in one JVM. */
    static volatile CountDownLatch gate;

    /** One permit for each {@link #hold} that has begun. */
    static final Semaphore HELD = new Semaphore(0);

    private final List<Integer> seen = new ArrayList<>();
    private int longest;
    private transient Desk other;

    /** One-way: serves nothing else until the gate is open. */
    public void hold() {
        HELD.release();
        try {
            if (!gate.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody has opened the gate");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One-way. */
    public void see(int number) {
        longest = Math.max(longest, PAActiveObject.getBodyOnThis().getRequestQueue().size());
        seen.add(number);
    }

    public List<Integer> seen() {
        return seen;
    }

    /** The longest that its queue was at the beginning of a service. */
    public IntWrapper longest() {
        return new IntWrapper(longest);
    }

    /** One-way: more than its queue takes. */
    public void fillOwnQueue(int count) {
        Desk self = (Desk) PAActiveObject.getStubOnThis();
        for (int i = 0; i < count; i++) {
            self.see(i);
        }
    }

    @ImmediateService
    public IntWrapper atOnce() {
        return new IntWrapper(7);
    }

    public IntWrapper later() {
        return new IntWrapper(8);
    }

    /** Says from now on that {@link #later} is, or is not, to be served at once. */
    public IntWrapper letThrough(boolean atOnce) {
        if (atOnce) {
            PAActiveObject.setImmediateService("later");
        } else {
            PAActiveObject.removeImmediateService("later");
        }
        return new IntWrapper(0);
    }

    /** One-way. */
    public void goTo(String url) {
        PAMobileAgent.migrateTo(url);
    }

    /** One-way. */
    public void knows(Desk known) {
        other = known;
    }

    /** Fills the queue of the other one, which has to serve for that to end. */
    public IntWrapper flood(int count) {
        for (int i = 0; i < count; i++) {
            other.see(i);
        }
        return new IntWrapper(count);
    }

    /** Waits for the other one. */
    public IntWrapper askLongest() {
        HELD.release();
        return new IntWrapper(other.longest().getIntValue());
    }
}
