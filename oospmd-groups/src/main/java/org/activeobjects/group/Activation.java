package org.activeobjects.group;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.node.Node;
import org.activeobjects.spi.Stubs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;

/** Turns the members of a group active, all or none. */
final class Activation {

    private Activation() {}

    static <E> void turnActive(Members<E> group, List<Node> nodes) {
        group.waitAll();
        Object[] members = group.content();
        List<Object> turned = new ArrayList<>();
        IdentityHashMap<Object, Deque<Object>> others = new IdentityHashMap<>();
        try {
            for (int index = 0; index < members.length; index++) {
                if (isPassive(group.seen(members[index], index))) {
                    Object value = PAFuture.getFutureValue(members[index]);
                    Node node = nodes.get(index % nodes.size());
                    Object stub = PAActiveObject.turnActive(value, node);
                    turned.add(stub);
                    others.computeIfAbsent(members[index], key -> new ArrayDeque<>()).add(stub);
                }
            }
        } catch (RuntimeException | Error e) {
            turned.forEach(stub -> PAActiveObject.terminateActiveObject(stub, true));
            throw e;
        }
        // Others may have changed the group meanwhile: each takes the place of the very member.
        group.replaceEach(
                member -> {
                    Deque<Object> stubs = others.get(member);
                    return stubs == null || stubs.isEmpty() ? member : stubs.remove();
                });
    }

    private static boolean isPassive(Object member) {
        if (member == null || member instanceof ExceptionInGroup || PAGroup.isGroup(member)) {
            return false;
        }
        Object value = PAFuture.getFutureValue(member);
        return value != null && !Stubs.isActive(value);
    }
}
