package org.activeobjects.spi;

import java.util.List;

/**
 * One call to many active objects.
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
}
