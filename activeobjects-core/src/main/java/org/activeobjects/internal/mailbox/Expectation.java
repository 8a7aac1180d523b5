package org.activeobjects.internal.mailbox;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.spi.BodyHandle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Requests that a queue waits for.
 *
 * <p><b>Threading:</b> safe; requests are shown to it by the thread of the active object.
 */
public final class Expectation implements BodyHandle.Expected {

    private final List<String> missing;
    private final Consumer<List<String>> onGivenUp;
    private final Runnable wake;
    private volatile boolean givenUp;
    private boolean endIsOrdered;

    /**
     * Nothing has come yet.
     *
     * @param methods names of methods, one for each request
     * @param onGivenUp told what is missing when others are seen all the same
     * @param wake has the thread of the active object look
     */
    public Expectation(List<String> methods, Consumer<List<String>> onGivenUp, Runnable wake) {
        this.missing = new ArrayList<>(methods);
        this.onGivenUp = onGivenUp;
        this.wake = wake;
    }

    /** Whether a request is one of them; those that come later are shown later. */
    synchronized boolean takes(QueuedRequest request) {
        endIsOrdered |= request.isTermination();
        return !endIsOrdered && !missing.isEmpty() && missing.remove(nameOf(request));
    }

    /** What cannot be read is none; whoever serves it says so. */
    private static String nameOf(QueuedRequest request) {
        try {
            return request.getMethodName();
        } catch (ActiveObjectException e) {
            return null;
        }
    }

    synchronized boolean isOver() {
        return givenUp || missing.isEmpty();
    }

    /** All that have come have been shown to it. */
    void ends() {
        List<String> left = missing();
        if (!left.isEmpty()) {
            onGivenUp.accept(left);
        }
    }

    @Override
    public synchronized List<String> missing() {
        return List.copyOf(missing);
    }

    @Override
    public void giveUp() {
        givenUp = true;
        wake.run();
    }
}
