package org.activeobjects.spi;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One call to many active objects, and many calls of which each goes to one of them.
 *
 * <p><b>Threading:</b> safe; the calls of one thread reach each member in their order.
 */
public final class GroupCalls {

    private GroupCalls() {}

    /**
     * Calls one method of every member with the same arguments, which are encoded once for all
     * members in other runtimes.
     *
     * @param method method of the members' common type
     * @param arguments its arguments
     * @param members stubs of active objects; a member that is none is called directly
     * @return per member a future, or the plain value where the member was called directly; {@code
     *     null} if the method is one-way and the call could be sent. The future is a stub of the
     *     result type, or a {@code CompletableFuture} where that cannot be stood in for or is
     *     {@code void}. A call that could not be sent, or a direct call that threw, gives a future
     *     that has failed. Futures of a method that is synchronous and not {@code void} have
     *     arrived. In a block of the caller that catches what the method may throw ({@link
     *     org.activeobjects.api.PAException}) none is waited for, and what members throw is thrown
     *     at the end of the block; then {@code null} stands for a call without a result
     */
    public static Object[] callAll(StubMethod method, Object[] arguments, List<?> members) {
        Object[][] same = new Object[members.size()][];
        java.util.Arrays.fill(same, arguments);
        return RuntimeServices.current().callAll(method, same, members);
    }

    /**
     * Calls one method of every member, each with arguments of its own.
     *
     * @param method method of the members' common type
     * @param arguments per member its arguments
     * @param members stubs of active objects; a member that is none is called directly
     * @return as for {@link #callAll}
     * @throws IllegalArgumentException if there are not as many arguments as members
     */
    public static Object[] scatter(StubMethod method, Object[][] arguments, List<?> members) {
        if (arguments.length != members.size()) {
            throw new IllegalArgumentException(
                    "one set of arguments per member is needed: arguments="
                            + arguments.length
                            + " members="
                            + members.size());
        }
        return RuntimeServices.current().callAll(method, arguments, members);
    }

    /**
     * Makes calls whose callees are chosen later. What they are called with is copied now, so that
     * the caller may change what it has given.
     *
     * @param method method of the callees' common type
     * @param arguments per call its arguments
     * @return the calls; {@code null} if the method is one-way and no block of the caller catches
     *     what it may throw: nobody would be told when such a call is over
     */
    public static Deferred defer(StubMethod method, Object[][] arguments) {
        return RuntimeServices.current().defer(method, arguments);
    }

    /**
     * Calls that have been made and not been sent. They are those of the thread that has made them,
     * whoever sends them: they go out in the name of its active object and with its context, and
     * what they throw is thrown at the end of its block.
     *
     * <p><b>Threading:</b> safe.
     */
    public interface Deferred {

        /**
         * The calls.
         *
         * @return one per set of arguments, in that order
         */
        List<Later> calls();

        /**
         * What stands for the results, as for {@link #callAll}. Where callers wait for the method,
         * so does this one; by then somebody has to see to it that all calls are sent.
         *
         * @return one per call
         */
        Object[] results();
    }

    /**
     * One call that is to be sent, or to be failed, once.
     *
     * <p><b>Threading:</b> sent by one thread at a time, any one; the rest is safe.
     */
    public interface Later {

        /**
         * Says what has to come about before the call is sent, for those who look for deadlocks.
         *
         * @param calls gives, by any thread and until the call is sent or failed, those of which
         *     one has to be over first; all of the same deferred calls give the same. None if that
         *     is not known
         */
        void waitsForOneOf(Supplier<List<Later>> calls);

        /**
         * Whether the call would be sent at once.
         *
         * @param member stub of an active object, or a future of one
         * @return false if {@link #send} would wait: for the future, or for room in the queue
         */
        boolean hasRoom(Object member);

        /**
         * Sends the call.
         *
         * @param member stub of an active object, or a future; what turns out to be no active
         *     object is called directly, with the copies of the arguments
         * @param answered is told when the call is over, whatever came of it: true if the member
         *     takes no more calls. Told once, perhaps before this method returns, by any thread;
         *     must neither block nor throw
         * @return false if the member takes no calls: nothing was sent, {@code answered} is told
         *     nothing, and the call may be sent to another member
         */
        boolean send(Object member, Consumer<Boolean> answered);

        /**
         * Ends the call without having sent it.
         *
         * @param why what its result throws
         */
        void fail(RuntimeException why);

        /**
         * Who was called.
         *
         * @return the member that it was sent to, {@code null} if it was sent to none so far
         */
        Object member();
    }
}
