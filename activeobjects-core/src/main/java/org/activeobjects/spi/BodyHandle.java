package org.activeobjects.spi;

import org.activeobjects.active.Body;
import org.activeobjects.active.UniqueID;
import org.activeobjects.node.NodeRuntime;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A body as extensions see it: state of their own, and control of what is let into its queue.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p>Not for implementation outside this module.
 */
public interface BodyHandle extends Body {

    /** A state of a body that is told when a request of the body ends with an exception. */
    interface FailureListener {

        /**
         * A request has failed; its caller is told as well. Called by the thread that has served
         * it; must neither block nor throw.
         *
         * @param request name of the method, for people
         * @param thrown class and message of what it has thrown, for people
         */
        void onFailure(String request, String thrown);
    }

    /**
     * A wait outside of calls.
     *
     * @param thread who waits
     * @param other stub of the active object whose own thread has to come to something first
     * @param what where it has to come to, for people
     * @param lasts whether the wait lasts; asked by any thread
     * @param giveUp ends the wait without what it is for; called where deadlocks are to fail
     */
    record Elsewhere(
            Thread thread,
            Object other,
            String what,
            BooleanSupplier lasts,
            Consumer<RuntimeException> giveUp) {}

    /**
     * Requests that the queue of a body waits for.
     *
     * <p><b>Threading:</b> safe.
     */
    interface Expected {

        /**
         * What has not come, as far as the body's thread has looked.
         *
         * @return names of methods, one for each request; empty if all have come
         */
        List<String> missing();

        /** Waits no more: when the body's thread looks for the next time, it sees all requests. */
        void giveUp();
    }

    /**
     * The body whose request the calling thread serves.
     *
     * @return the body, or {@code null} for a thread of no active object
     */
    static BodyHandle current() {
        return RuntimeServices.Holder.currentBody();
    }

    /**
     * The id of the active object.
     *
     * @return the same as {@link #getID}
     */
    UniqueID id();

    /**
     * The body's own thread.
     *
     * @return the thread, or {@code null} if there is none now
     */
    Thread ownThread();

    /**
     * The runtime it lives in.
     *
     * @return its runtime
     */
    NodeRuntime runtime();

    /**
     * A stub for the active object itself.
     *
     * @return a stub of its class
     */
    Object stub();

    /**
     * State of an extension that belongs to this body.
     *
     * @param <S> type of the state
     * @param key class of the state, one per extension
     * @return the state, or {@code null} if none was made
     */
    <S> S state(Class<S> key);

    /**
     * State of an extension that belongs to this body, made at first use. A state that is {@link
     * AutoCloseable} is closed when the life of the body is over; one that is a {@link
     * FailureListener} is told of requests that fail.
     *
     * @param <S> type of the state
     * @param key class of the state, one per extension
     * @param maker makes the state; called at most once
     * @return the state
     */
    <S> S state(Class<S> key, Supplier<S> maker);

    /**
     * Holds back what a sender sends from now on: its requests do not enter the queue and its
     * extension calls are not handled, until {@link #release}. To be called while an extension call
     * of that sender is handled, it draws an exact line: what the sender sent before has entered,
     * what it sent after has not.
     *
     * @param sender id of the sender
     */
    void hold(UniqueID sender);

    /**
     * Lets in, in the order of arrival, what was held back of some senders, and holds back no more
     * of it. An extension call among it is handled now; if that holds its sender back again, what
     * follows of that one stays held.
     *
     * @param senders ids of the senders
     */
    void release(List<UniqueID> senders);

    /**
     * Runs code now, or, if a sender is held back, behind what was held back of it before.
     *
     * @param sender id of the sender
     * @param code what to run; must not block
     */
    void inTurn(UniqueID sender, Runnable code);

    /**
     * Lets the queue wait for requests: until they have come, no other request is seen in it, and
     * then they are in front of all others. Orders that are not complete yet are completed one
     * after the other. What has come before counts; what comes behind an order to end does not.
     *
     * @param methods names of methods, one for each request
     * @param onGivenUp told what has not come either when the body's thread looks for the last time
     *     before it sees all requests; not called if nothing is missing then. It must not block
     * @return what has not come
     * @throws IllegalArgumentException if there is no such method, or its requests are never queued
     * @throws IllegalStateException if the calling thread is not the body's own, which it keeps for
     *     life
     */
    Expected expect(List<String> methods, Consumer<List<String>> onGivenUp);

    /**
     * Lets those who look for deadlocks know of a wait that has lasted for a while.
     *
     * @param waiting a wait of the body's own thread; of another thread nothing is noted
     * @return to be run when it is over
     */
    Runnable waitsFor(Elsewhere waiting);
}
