package org.activeobjects.group;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The names of some members of a group. A name goes with its member, in whatever way that leaves
 * the group.
 *
 * <p><b>Threading:</b> safe.
 */
final class NamedMembers<E> {

    private final Members<E> group;
    private final Map<String, Object> byName = new LinkedHashMap<>();

    NamedMembers(Members<E> group) {
        this.group = group;
    }

    /** Adds a member, or puts it in the place of the one that has the name. */
    synchronized void add(String name, E member) {
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

    /** The member of a name; null if there is none. */
    synchronized E get(String name) {
        int index = indexOf(name);
        return index < 0 ? null : group.get(index);
    }

    /** Takes the member of a name out of the group; null if there is none. */
    synchronized E remove(String name) {
        int index = indexOf(name);
        if (index < 0) {
            return null;
        }
        byName.remove(name);
        return group.remove(index);
    }

    synchronized boolean has(String name) {
        return indexOf(name) >= 0;
    }

    synchronized Set<String> names() {
        Set<String> names = new LinkedHashSet<>(byName.keySet());
        names.removeIf(name -> indexOf(name) < 0); // which forgets those that have gone
        return names;
    }

    @SuppressWarnings("ReferenceEquality") // the very object that was added, not an equal one
    private int indexOf(String name) {
        Object member = byName.get(name);
        Object[] now = group.content();
        for (int index = 0; member != null && index < now.length; index++) {
            if (now[index] == member) {
                return index;
            }
        }
        byName.remove(name);
        return -1;
    }
}
