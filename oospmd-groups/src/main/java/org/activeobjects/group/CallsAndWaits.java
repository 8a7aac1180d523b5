package org.activeobjects.group;

/**
 * How one waits for the results in a typed group; part of {@link PAGroup}.
 *
 * <p><b>Threading:</b> safe.
 */
abstract class Waits {

    Waits() {}

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
     * @throws IllegalArgumentException if it is no typed group, or has fewer members
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
        Members<?> group = Dispatcher.require(typed);
        return group.shown(group.waitOneAndGetIndex());
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
        Members<?> group = Dispatcher.require(typed);
        group.waitTheNth(index);
        return group.shown(index);
    }
}
