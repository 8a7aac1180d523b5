package org.activeobjects.group;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The members of a typed group, as a list.
 *
 * <p>A group of results holds the futures of the members' results, usable at once. In the place of
 * a future whose call has failed is an {@link ExceptionInGroup}, which is no {@code E}: so whatever
 * gives members as such, like {@link #get}, a loop over the group, or a stream, throws it there;
 * what gives them as objects, like {@link PAGroup#get} and {@link #toArray()}, returns it. So do
 * {@code set} and {@code remove} by index, {@link #removeFirst} and {@link #removeLast}, which have
 * changed the group by then: take what they give as an {@code Object}, or not at all. Ask {@link
 * #getExceptionList} first where some may have failed.
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

    /**
     * Waits until one result has arrived.
     *
     * @throws IllegalStateException if the group is empty
     */
    void waitOne();

    /**
     * Waits until some results have arrived.
     *
     * @param count how many, at most {@code size()}
     * @throws IllegalArgumentException if the group has fewer members, or it is less than 0
     */
    void waitN(int count);

    /**
     * Waits until the result of a certain member has arrived.
     *
     * @param index index of the member
     * @throws IndexOutOfBoundsException if there is no such member
     */
    void waitTheNth(int index);

    /**
     * Waits until one result has arrived.
     *
     * @return its index
     * @throws IllegalStateException if the group is empty
     */
    int waitOneAndGetIndex();

    /**
     * Waits until one result has arrived.
     *
     * @return that result
     * @throws ExceptionInGroup if it is a failure
     * @throws IllegalStateException if the group is empty
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

    /**
     * Has members that are {@code null}, results that are, and results that fail leave this group
     * when they come, at once those that have come; nobody else is told of these failures. It is as
     * if {@link #purgeExceptionAndNull} were called before whatever looks at the members:
     *
     * <ul>
     *   <li>No loop, list or {@code size()} that begins after such a result has come meets it. What
     *       follows it moves up: an index is where a result is now, and not the number of its call.
     *   <li>{@link #waitAll}, {@link #waitN} and {@link #waitTheNth} wait for what was there when
     *       they began, and count what leaves as arrived.
     *   <li>{@link #waitOneAndGetIndex}, {@link #waitAndGetOne} and {@link
     *       PAGroup#waitAndGetOneThenRemoveIt} wait for a result that stays. If the last one leaves
     *       instead they throw an {@code IllegalStateException}, as for any empty group.
     * </ul>
     *
     * <p>It holds for this group, not for its copies in other runtimes nor for groups made of it.
     *
     * @param on false to have those that come from now on stay
     */
    void setAutomaticPurge(boolean on);

    /**
     * Adds all members that another group has now, behind those of this one; also such as this one
     * has already. What joins or leaves either of them later does not concern the other.
     *
     * @param group a typed group of members that fit into this one
     * @throws IllegalArgumentException if it is no typed group, or its type does not fit; nothing
     *     was added
     */
    default void addMerge(Object group) {
        Members<E> here = (Members<E>) this;
        Members<?> other = Dispatcher.require(group);
        SetOperations.requireType(here, other);
        here.addAllOf(other);
    }

    /**
     * A new group of all members of this group and of another, each member of both once. Members
     * are the same if they are equal; awaited ones are waited for, as in the operations below.
     *
     * @param other a group of members that fit into this one
     * @return the members of this group, then those of the other that it has not
     * @throws IllegalArgumentException if the other is of a type that does not fit
     */
    default Group<E> union(Group<? extends E> other) {
        return SetOperations.union((Members<E>) this, SetOperations.require(other));
    }

    /**
     * A new group of the members that another group has, too.
     *
     * @param other any group
     * @return the members in the order of this group
     */
    default Group<E> intersection(Group<?> other) {
        return SetOperations.intersection((Members<E>) this, SetOperations.require(other));
    }

    /**
     * A new group of the members that belong to this group or to another, but not to both.
     *
     * @param other a group of members that fit into this one
     * @return those of this group, then those of the other
     * @throws IllegalArgumentException if the other is of a type that does not fit
     */
    default Group<E> difference(Group<? extends E> other) {
        return SetOperations.difference((Members<E>) this, SetOperations.require(other));
    }

    /**
     * A new group of the members that another group has not.
     *
     * @param other any group
     * @return the members in the order of this group
     */
    default Group<E> exclude(Group<?> other) {
        return SetOperations.without((Members<E>) this, SetOperations.require(other));
    }

    /**
     * A new group of some members in a row.
     *
     * @param first index of the first of them
     * @param last index of the last of them, which belongs to them
     * @return one member or more
     * @throws IndexOutOfBoundsException if there is no such range of members
     */
    default Group<E> range(int first, int last) {
        Members<E> group = (Members<E>) this;
        List<Object> now = Arrays.asList(group.content());
        if (first < 0 || last < first || last >= now.size()) {
            throw new IndexOutOfBoundsException(
                    "no such range of members, of which the last one belongs to it: first="
                            + first
                            + " last="
                            + last
                            + " size="
                            + now.size());
        }
        return group.with(now.subList(first, last + 1));
    }

    // Not by size and index, as those of any list are: members may leave in between.

    /**
     * The first member.
     *
     * @return the member
     * @throws NoSuchElementException if the group is empty
     */
    @Override
    default E getFirst() {
        Members<E> group = (Members<E>) this;
        return group.given(group.now().getFirst(), 0);
    }

    /**
     * The last member.
     *
     * @return the member
     * @throws NoSuchElementException if the group is empty
     */
    @Override
    default E getLast() {
        Members<E> group = (Members<E>) this;
        List<Object> now = Arrays.asList(group.content());
        return group.given(now.getLast(), now.size() - 1);
    }

    /**
     * Takes the first member out of the group.
     *
     * @return the member
     * @throws NoSuchElementException if the group is empty
     */
    @Override
    default E removeFirst() {
        Members<E> group = (Members<E>) this;
        return group.cast(group.seen(group.now().removeFirst(), 0));
    }

    /**
     * Takes the last member out of the group.
     *
     * @return the member
     * @throws NoSuchElementException if the group is empty
     */
    @Override
    default E removeLast() {
        Members<E> group = (Members<E>) this;
        List<Object> now = group.now();
        return group.cast(group.seen(now.removeLast(), now.size()));
    }

    /**
     * Adds a member with a name, or puts it in the place of the member that has the name. Names
     * belong to this group: neither a copy of it in another runtime nor a group made of it has
     * them.
     *
     * @param name any text
     * @param member not {@code null}
     */
    default void addNamedElement(String name, E member) {
        ((Members<E>) this).names().add(name, member);
    }

    /**
     * The member with a name.
     *
     * @param name any text
     * @return the member, or {@code null} if none has the name, or the one that had it is in the
     *     group no more
     */
    default E getNamedElement(String name) {
        return ((Members<E>) this).names().get(name);
    }

    /**
     * Takes the member with a name out of the group.
     *
     * @param name any text
     * @return the member, or {@code null} if none has the name
     */
    default E removeNamedElement(String name) {
        return ((Members<E>) this).names().remove(name);
    }

    /**
     * Whether a member has a name.
     *
     * @param name any text
     * @return true if {@link #getNamedElement} gives a member
     */
    default boolean containsKey(String name) {
        return ((Members<E>) this).names().has(name);
    }

    /**
     * The names of members.
     *
     * @return a new set, in the order in which they were given
     */
    default Set<String> keySet() {
        return ((Members<E>) this).names().names();
    }

    /**
     * Has no effect: calls of a group take no threads here, however many members it has.
     *
     * @param ratio members per thread, 1 or more
     * @throws IllegalArgumentException if it is less
     */
    default void setRatioMemberToThread(int ratio) {
        if (ratio < 1) {
            throw new IllegalArgumentException("no such number of members per thread: " + ratio);
        }
    }
}
