package org.activeobjects.group;

import java.util.List;

/**
 * The members of a typed group, as a list.
 *
 * <p>A group of results holds the futures of the members' results, usable at once. In the place of
 * a future whose call has failed is an {@link ExceptionInGroup}, which is no {@code E}: so whatever
 * gives members as such, like {@link #get}, a loop over the group, or a stream, throws it there;
 * what gives them as objects, like {@link PAGroup#get} and {@link #toArray()}, returns it. Ask
 * {@link #getExceptionList} first where some may have failed.
 *
 * <p>To the waits a group among the members is there when all of its own members are.
 *
 * <p><b>Threading:</b> safe. A loop, an iterator or a stream sees the members as they were when it
 * began, and an iterator may remove them; a list iterator and a sub list see those of now, and are
 * for groups that nobody else changes.
 *
 * <p><b>Source:</b> {@code Group} of ProActive.
 *
 * <p>Not for implementation outside this module.
 *
 * @param <E> type of the members
 */
public interface Group<E> extends List<E> {

    /**
     * The group as an object of the members' type.
     *
     * @return the typed group; always the same
     */
    E getGroupByType();

    /**
     * The type of the members.
     *
     * @return the class or interface that the group was made for
     */
    Class<E> getType();

    /** Waits until every result has arrived; a failure counts as an arrival. */
    void waitAll();

    /** Waits until one result has arrived. */
    void waitOne();

    /**
     * Waits until some results have arrived.
     *
     * @param count how many, at most {@code size()}
     * @throws IllegalArgumentException if the group has fewer members
     */
    void waitN(int count);

    /**
     * Waits until the result of a certain member has arrived.
     *
     * @param index index of the member
     */
    void waitTheNth(int index);

    /**
     * Waits until one result has arrived.
     *
     * @return its index
     */
    int waitOneAndGetIndex();

    /**
     * Waits until one result has arrived.
     *
     * @return that result
     */
    E waitAndGetOne();

    /**
     * Whether every result has arrived.
     *
     * @return true if nothing is awaited
     */
    boolean allArrived();

    /**
     * Whether no result has arrived.
     *
     * @return true if every member is awaited
     */
    boolean allAwaited();

    /**
     * The failures among the results that have arrived.
     *
     * <p>A group among the members in which some have failed is one failure here: its index is that
     * of the inner group in this one, {@link ExceptionInGroup#getObject} is the inner group, and
     * {@link ExceptionInGroup#getThrowable} its own list, with the indices there.
     *
     * @return the failures in the order of the members, or {@code null} if there is none
     */
    ExceptionListException getExceptionList();

    /**
     * Removes members and results that are {@code null}, and results that have failed. Groups among
     * the members stay as they are.
     */
    void purgeExceptionAndNull();
}
