package org.activeobjects.group;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.node.Node;
import org.activeobjects.spi.Stubs;

import java.util.ArrayList;
import java.util.List;

/** Turns the members of a group active, all or none. */
final class Activation {

    private Activation() {}

    static <E> void turnActive(Members<E> group, List<Node> nodes) {
        group.waitAll();
        Object[] members = group.content();
        List<Object> turned = new ArrayList<>();
        try {
            for (int index = 0; index < members.length; index++) {
                if (isPassive(group.seen(members[index], index))) {
                    Object value = PAFuture.getFutureValue(members[index]);
                    Node node = nodes.get(index % nodes.size());
                    members[index] = PAActiveObject.turnActive(value, node);
                    turned.add(members[index]);
                }
            }
        } catch (RuntimeException | Error e) {
            turned.forEach(stub -> PAActiveObject.terminateActiveObject(stub, true));
            throw e;
        }
        group.replaceAll(members);
    }

    private static boolean isPassive(Object member) {
        if (member == null || member instanceof ExceptionInGroup || PAGroup.isGroup(member)) {
            return false;
        }
        Object value = PAFuture.getFutureValue(member);
        return value != null && !Stubs.isActive(value);
    }
}
