package org.activeobjects.group.member;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Goes through the members of a group as they were; what it removes goes out of those that are
 * there now.
 *
 * <p><b>Threading:</b> one thread at a time, whatever others do to the group.
 *
 * @param <E> type of the members
 */
public final class Iteration<E> implements Iterator<E> {

    private final Source<E> group;
    private final Object[] then;
    private int next;
    private boolean isRemovable;

    /**
     * What one goes through.
     *
     * @param <E> type of the members
     */
    public interface Source<E> {

        /**
         * A member by its type.
         *
         * @param member a member as the list has it
         * @param index its index
         * @return the member
         * @throws RuntimeException in place of one that has failed
         */
        E given(Object member, int index);

        /**
         * Removes one member.
         *
         * @param gone which one: this very object
         * @param before how many members that are this object stay before it
         * @return false if there is none any more
         */
        boolean removeSame(Object gone, long before);
    }

    /**
     * Goes through some members.
     *
     * @param group where they are
     * @param then the members as they are now
     */
    public Iteration(Source<E> group, Object[] then) {
        this.group = group;
        this.then = then;
    }

    @Override
    public boolean hasNext() {
        return next < then.length;
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the group had no more members: " + then.length);
        }
        isRemovable = true;
        return group.given(then[next], next++);
    }

    @Override
    public void remove() {
        if (!isRemovable) {
            throw new IllegalStateException("nothing to remove: call next() before");
        }
        isRemovable = false;
        Object gone = then[next - 1];
        then[next - 1] = this; // no member: so it is not counted any more
        group.removeSame(
                gone, Arrays.stream(then, 0, next).filter(before -> before == gone).count());
    }
}
