package org.activeobjects.group;

import org.activeobjects.error.ActiveObjectException;

import java.io.Serial;

/**
 * Stands in a group of results at the place of a member whose call failed.
 *
 * <p><b>Source:</b> {@code ExceptionInGroup} of ProActive.
 */
public class ExceptionInGroup extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    private final transient Object member;
    private final int index;

    /**
     * The failure of one member.
     *
     * @param member the member that was called, or its future; may be {@code null}
     * @param index its index in the group
     * @param cause what the call threw
     */
    public ExceptionInGroup(Object member, int index, Throwable cause) {
        super("call of a member of a group failed: index=" + index + ": " + cause, cause);
        this.member = member;
        this.index = index;
    }

    /** The failure of one member, by what its future throws. */
    static ExceptionInGroup ofFuture(Object member, int index, Throwable failed) {
        return new ExceptionInGroup(member, index, thrown(failed));
    }

    /** What a method threw: a checked exception comes out of its future as the cause of another. */
    private static Throwable thrown(Throwable failed) {
        Throwable cause = failed.getCause();
        boolean wraps = failed.getClass() == ActiveObjectException.class && cause != null;
        return wraps && !(cause instanceof RuntimeException || cause instanceof Error)
                ? cause
                : failed;
    }

    /**
     * The member.
     *
     * @return the member that was called; in a group that was put together of futures, the future,
     *     which throws when it is used; {@code null} if unknown
     */
    public Object getObject() {
        return member;
    }

    /**
     * Where it is in the group.
     *
     * @return 0 or more
     */
    public int getIndex() {
        return index;
    }

    /**
     * What its call threw.
     *
     * @return the same as {@link #getCause}
     */
    public Throwable getThrowable() {
        return getCause();
    }
}
