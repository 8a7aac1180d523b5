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

    private final List<E> group;
    private final Supplier<Object[]> content;
    private final Map<String, Object> byName = new LinkedHashMap<>();

    /**
     * Without names.
     *
     * @param group the members
     * @param content gives them as the list has them, futures unresolved
     */
    public NamedMembers(List<E> group, Supplier<Object[]> content) {
        this.group = group;
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
        int index = indexOf(name);
        if (index < 0) {
            group.add(member);
        } else {
            group.set(index, member);
        }
        byName.put(name, member);
    }

    /**
     * The member of a name.
     *
     * @param name any text
     * @return the member, {@code null} if there is none
     */
    public synchronized E get(String name) {
        int index = indexOf(name);
        return index < 0 ? null : group.get(index);
    }

    /**
     * Takes the member of a name out of the group.
     *
     * @param name any text
     * @return the member, {@code null} if there is none
     */
    public synchronized E remove(String name) {
        int index = indexOf(name);
        if (index < 0) {
            return null;
        }
        byName.remove(name);
        return group.remove(index);
    }

    /**
     * Whether there is a member of a name.
     *
     * @param name any text
     * @return true if there is one
     */
    public synchronized boolean has(String name) {
        return indexOf(name) >= 0;
    }

    /**
     * The names.
     *
     * @return a new set, in the order in which they were given
     */
    public synchronized Set<String> names() {
        Set<String> names = new LinkedHashSet<>(byName.keySet());
        names.removeIf(name -> indexOf(name) < 0); // which forgets those that have gone
        return names;
    }

    @SuppressWarnings("ReferenceEquality") // the very object that was added, not an equal one
    private int indexOf(String name) {
        Object member = byName.get(name);
        Object[] now = content.get();
        for (int index = 0; member != null && index < now.length; index++) {
            if (now[index] == member) {
                return index;
            }
        }
        byName.remove(name);
        return -1;
    }
}
