package org.activeobjects.group.member;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The names of some members of a group. A name goes with its member, in whatever way that leaves
 * the group.
 *
 * <p><b>Threading:</b> safe.
 *
 * @param <E> type of the members
 */
public final class NamedMembers<E> {

    private final Iteration.Source<E> group;
    private final List<Object> members;
    private final Supplier<Object[]> content;
    private final Map<String, Object> byName = new LinkedHashMap<>();

    /**
     * Without names.
     *
     * @param group gives and removes members
     * @param members the list that has them, whatever other threads do to it
     * @param content gives those of now as the list has them, futures unresolved
     */
    public NamedMembers(
            Iteration.Source<E> group, List<Object> members, Supplier<Object[]> content) {
        this.group = group;
        this.members = members;
        this.content = content;
    }

    /**
     * Adds a member, or puts it in the place of the one that has the name.
     *
     * @param name any text
     * @param member not {@code null}
     */
    public synchronized void add(String name, E member) {
        Objects.requireNonNull(name, "the name of a member is null");
        Objects.requireNonNull(member, "a member with a name is null");
        Object before = byName.put(name, member);
        if (before == null || !replace(before, member)) {
            members.add(member);
        }
    }

    private boolean replace(Object before, Object member) {
        boolean[] isReplaced = new boolean[1];
        members.replaceAll(
                each -> {
                    boolean isIt = each == before && !isReplaced[0];
                    isReplaced[0] |= isIt;
                    return isIt ? member : each;
                });
        return isReplaced[0];
    }

    /**
     * The member of a name.
     *
     * @param name any text
     * @return the member, {@code null} if there is none
     */
    public synchronized E get(String name) {
        Object[] now = content.get();
        int index = indexOf(name, now);
        return index < 0 ? null : group.given(now[index], index);
    }

    /**
     * Takes the member of a name out of the group.
     *
     * @param name any text
     * @return the member, {@code null} if there is none
     */
    @SuppressWarnings("unchecked") // it was added as one of them
    public synchronized E remove(String name) {
        Object member = has(name) ? byName.remove(name) : null;
        return member != null && group.removeSame(member, 0) ? (E) member : null;
    }

    /**
     * Whether there is a member of a name.
     *
     * @param name any text
     * @return true if there is one
     */
    public synchronized boolean has(String name) {
        return indexOf(name, content.get()) >= 0;
    }

    /**
     * The names.
     *
     * @return a new set, in the order in which they were given
     */
    public synchronized Set<String> names() {
        Set<String> names = new LinkedHashSet<>(byName.keySet());
        names.removeIf(name -> !has(name)); // which forgets those that have gone
        return names;
    }

    // The very object that was added, not an equal one.
    private int indexOf(String name, Object... now) {
        Object member = byName.get(name);
        for (int index = 0; member != null && index < now.length; index++) {
            if (now[index] == member) {
                return index;
            }
        }
        byName.remove(name);
        return -1;
    }
}
