package org.activeobjects.group;

import java.util.Arrays;

/**
 * What is in a typed group, how calls of it go, and how one waits for their results; part of {@link
 * PAGroup}.
 *
 * <p><b>Threading:</b> safe.
 */
abstract class CallsAndWaits {

    CallsAndWaits() {}

    /**
     * Whether an object is a typed group.
     *
     * @param object any object
     * @return true if {@link PAGroup#getGroup} gives its members
     */
    public static boolean isGroup(Object object) {
        return Dispatcher.of(object) != null;
    }

    /**
     * The type of the members.
     *
     * @param typed a typed group
     * @return the type, or {@code null} if it is no group
     */
    public static Class<?> getType(Object typed) {
        Members<?> group = Dispatcher.of(typed);
        return group == null ? null : group.getType();
    }

    /**
     * Number of members.
     *
     * @param typed a typed group
     * @return 0 or more
     * @throws IllegalArgumentException if it is no typed group
     */
    public static int size(Object typed) {
        return Dispatcher.require(typed).size();
    }

    /**
     * One member.
     *
     * @param typed a typed group
     * @param index 0 to {@code size - 1}
     * @return the member, or an {@link ExceptionInGroup} in its place
     * @throws IllegalArgumentException if it is no typed group
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public static Object get(Object typed, int index) {
        return Dispatcher.require(typed).shown(index);
    }

    /**
     * A typed group on the members that another one has now, failures included. What joins or
     * leaves the one later does not concern the other; how calls are dealt out, and whether it is
     * scattered or purged, was said of the other one only.
     *
     * @param <T> type of the members
     * @param typed a typed group
     * @return a new typed group
     * @throws IllegalArgumentException if it is no typed group
     */
    @SuppressWarnings("unchecked") // a typed group of T was made for T
    public static <T> T captureView(T typed) {
        Members<?> group = Dispatcher.require(typed);
        return (T) group.with(Arrays.asList(group.content())).getGroupByType();
    }

    /**
     * From now on, a call that has this group among its arguments deals it out: call <i>i</i> gets
     * element <i>i</i> modulo the size of this group, and goes to member <i>i</i> modulo the number
     * of members. There are as many calls, and results, as there are members or elements, whichever
     * is more: no member and no element is left out, but those members that have failed, and the
     * elements that would be theirs.
     *
     * @param typed a typed group
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void setScatterGroup(Object typed) {
        Dispatcher.require(typed).setScatter(true);
    }

    /**
     * Ends what {@link #setScatterGroup} began.
     *
     * @param typed a typed group
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void unsetScatterGroup(Object typed) {
        Dispatcher.require(typed).setScatter(false);
    }

    /**
     * Whether a group is scattered when it is an argument.
     *
     * @param typed a typed group
     * @return true after {@link #setScatterGroup}
     * @throws IllegalArgumentException if it is no typed group
     */
    public static boolean isScatterGroupOn(Object typed) {
        return Dispatcher.require(typed).isScatter();
    }

    /**
     * Says to whom the calls of this group go that have a scattered argument ({@link
     * #setScatterGroup}), whatever {@link Dispatch} says. It holds for this group, not for its
     * copies in other runtimes nor for groups that are made of it, and for calls from now on. With
     * {@link DispatchMode#UNSPECIFIED} the annotations count again.
     *
     * <p>{@link DispatchMode#DYNAMIC} hands out work as members become free. Each member gets
     * {@code bufferSize} calls at once, and one more whenever it has answered one; so the number of
     * those that a member has, from all calls of this group together, is never greater. What waits
     * is dealt out in the order of the calls. The caller goes on at once: the answer has the next
     * call sent, and nobody waits. More exactly:
     *
     * <ul>
     *   <li>Arguments are copied when the call is made, once for all that it comes to.
     *   <li>Results are as ever: result <i>i</i> is that of call <i>i</i>, and a failed call is an
     *       {@link ExceptionInGroup} there, which names the member that was called.
     *   <li>A member that is lost, or has been told to end, gets no more calls. What it had got and
     *       not answered has failed, all the others are served by the members that are left. If
     *       none is left the calls that wait fail, and say so.
     *   <li>What the caller calls afterwards, on this group in other ways or on its members, does
     *       not wait for calls that wait to be dealt out, and may be served before them. Wait for
     *       the results first where that matters, and before members are told to end.
     *   <li>Members are those that the group had when it was called.
     *   <li>Calls that nobody answers, since the method is one-way, and calls of a group some of
     *       whose members are ordinary objects or groups, are dealt out as with {@link
     *       DispatchMode#STATIC_ROUND_ROBIN}.
     * </ul>
     *
     * @param typed a typed group
     * @param mode to whom
     * @param bufferSize 1 or more; counts in {@link DispatchMode#DYNAMIC} only. With 1 work is
     *     spread most evenly, with 2 members need not wait for the way of answer and call
     * @throws IllegalArgumentException if it is no typed group, or the size is less than 1
     */
    public static void setDispatchMode(Object typed, DispatchMode mode, int bufferSize) {
        Dispatcher.require(typed).choose(new Dispatcher.Choice(mode, bufferSize));
    }

    /**
     * Has results that fail or are {@code null} leave the group when they come, as {@link
     * Group#setAutomaticPurge} says; and from now on also those of the groups of results that calls
     * of this group give.
     *
     * @param typed a typed group, of results or of members to be called
     * @param on false to have those that come from now on stay
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void setAutomaticPurge(Object typed, boolean on) {
        Dispatcher.require(typed).setAutomaticPurge(on);
    }

    /**
     * Changes nothing: the arguments of a call of a group are encoded once in any case.
     *
     * @param typed a typed group
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void setUniqueSerialization(Object typed) {
        var _ = Dispatcher.require(typed);
    }

    /**
     * Changes nothing, as {@link #setUniqueSerialization}.
     *
     * @param typed a typed group
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void unsetUniqueSerialization(Object typed) {
        var _ = Dispatcher.require(typed);
    }

    /**
     * Waits until every result has arrived.
     *
     * @param typed a typed group of results
     * @throws IllegalArgumentException if it is no typed group
     */
    public static void waitAll(Object typed) {
        Dispatcher.require(typed).waitAll();
    }

    /**
     * Waits until one result has arrived.
     *
     * @param typed a typed group of results
     * @throws IllegalArgumentException if it is no typed group
     * @throws IllegalStateException if the group is empty
     */
    public static void waitOne(Object typed) {
        Dispatcher.require(typed).waitOne();
    }

    /**
     * Waits until some results have arrived.
     *
     * @param typed a typed group of results
     * @param count how many
     * @throws IllegalArgumentException if it is no typed group, or has fewer members, or the count
     *     is less than 0
     */
    public static void waitN(Object typed, int count) {
        Dispatcher.require(typed).waitN(count);
    }

    /**
     * Waits until one result has arrived.
     *
     * @param typed a typed group of results
     * @return its index
     * @throws IllegalArgumentException if it is no typed group
     * @throws IllegalStateException if the group is empty
     */
    public static int waitOneAndGetIndex(Object typed) {
        return Dispatcher.require(typed).waitOneAndGetIndex();
    }

    /**
     * Whether every result has arrived.
     *
     * @param typed a typed group of results
     * @return true if nothing is awaited
     * @throws IllegalArgumentException if it is no typed group
     */
    public static boolean allArrived(Object typed) {
        return Dispatcher.require(typed).allArrived();
    }

    /**
     * Whether no result has arrived.
     *
     * @param typed a typed group of results
     * @return true if every member is awaited
     * @throws IllegalArgumentException if it is no typed group
     */
    public static boolean allAwaited(Object typed) {
        return Dispatcher.require(typed).allAwaited();
    }

    /**
     * Waits until the result of a certain member has arrived.
     *
     * @param typed a typed group of results
     * @param index index of the member
     * @throws IllegalArgumentException if it is no typed group
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public static void waitTheNth(Object typed, int index) {
        Dispatcher.require(typed).waitTheNth(index);
    }

    /**
     * Waits until one result has arrived.
     *
     * @param typed a typed group of results
     * @return that result, or an {@link ExceptionInGroup} in its place
     * @throws IllegalArgumentException if it is no typed group
     * @throws IllegalStateException if the group is empty
     */
    public static Object waitAndGetOne(Object typed) {
        return Dispatcher.require(typed).showOne();
    }

    /**
     * Waits until one result has arrived, and takes it out of the group.
     *
     * @param typed a typed group of results
     * @return that result, or an {@link ExceptionInGroup} in its place
     * @throws IllegalArgumentException if it is no typed group
     * @throws IllegalStateException if the group is empty
     */
    public static Object waitAndGetOneThenRemoveIt(Object typed) {
        return Dispatcher.require(typed).takeOne();
    }

    /**
     * Waits until the result of a certain member has arrived.
     *
     * @param typed a typed group of results
     * @param index index of the member
     * @return that result, or an {@link ExceptionInGroup} in its place
     * @throws IllegalArgumentException if it is no typed group
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public static Object waitAndGetTheNth(Object typed, int index) {
        return Dispatcher.require(typed).showTheNth(index);
    }
}
