package org.activeobjects.internal.service;

import org.activeobjects.active.UniqueID;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.address.RuntimeId;

/**
 * What a body needs of the runtime it lives in.
 *
 * <p><b>Threading:</b> safe.
 */
public interface BodyHost extends NodeRuntime {

    /**
     * The id of a body of this runtime.
     *
     * @param number its number
     * @return its id
     */
    UniqueID idOf(long number);

    /**
     * The node of a runtime.
     *
     * @param runtime id of a runtime
     * @return its node
     * @throws org.activeobjects.error.NodeException if the runtime is not known
     */
    Node nodeOf(RuntimeId runtime);

    /**
     * Makes an object active in this runtime.
     *
     * @param type type of the stub
     * @param target the object; {@code null}, and what is active already, stays what it is
     * @return its stub
     */
    Object activate(Class<?> type, Object target);

    /**
     * Whether an active object that gives {@code this} to others gives a stub.
     *
     * @return false unless the runtime was set so
     */
    boolean givesStubForThis();

    /**
     * A stub for a body of this runtime.
     *
     * @param body the body
     * @return a new stub of its class
     */
    Object stubOf(LocalBody body);

    /**
     * Told, by a thread of a body, when it is about to wait without a time limit.
     *
     * @param body the body
     * @param wait its wait
     * @throws RuntimeException if the wait could never end
     */
    void waits(LocalBody body, Wait wait);

    /**
     * Told when a thread of a body waits no more.
     *
     * @param wait the wait that is over
     */
    void goesOn(Wait wait);

    /**
     * Told when the result that a thread of a body waits for depends on something else.
     *
     * @param body the body
     * @param wait its wait, which may be over
     */
    void changes(LocalBody body, Wait wait);

    /**
     * Told when a one-way request of this runtime was not served by another body of it.
     *
     * @param sender body that called; {@code null} if none did
     * @param failure what was called, and why it was not served
     */
    void lost(LocalBody sender, CallFailure failure);

    /**
     * Gives another runtime credits back that it has used for calls of a body of this one.
     *
     * @param to that runtime
     * @param number number of the body
     * @param credits how many; {@code Credits.NO_MORE_NEEDED} if calls need none any more
     */
    void giveCredits(RuntimeId to, long number, long credits);

    /**
     * Makes a body reachable for others by its number, and ends it when nobody can reach it.
     *
     * @param body body of this runtime
     */
    void export(LocalBody body);

    /**
     * Told when a body has ended.
     *
     * @param body the body
     */
    void ended(LocalBody body);
}
