package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.naming.HostedNode;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.service.LocalBody;

import java.util.ArrayList;
import java.util.List;

/** What a node of this runtime is asked, by this runtime or by others. */
final class NodeCalls {

    /** How many elements of the answer to {@link SystemOps#NODE_BODIES} tell of one body. */
    static final int PER_BODY = 3;

    private NodeCalls() {}

    static Object answer(
            CoreRuntime runtime, HostedNode node, byte op, long number, Object[] arguments) {
        switch (op) {
            case SystemOps.NODE_BODIES -> {
                node.requireAlive();
                return bodies(runtime, node);
            }
            case SystemOps.NODE_CLEAR -> {
                if (number == 1) {
                    runtime.names().killNode(node);
                } else {
                    node.requireAlive();
                    node.clear();
                }
                return null;
            }
            case SystemOps.NODE_PROPERTY -> {
                node.requireAlive();
                String key = (String) arguments[0];
                return arguments.length == 1
                        ? node.property(key)
                        : node.property(key, (String) arguments[1]);
            }
            default -> throw new ActiveObjectException("nothing that nodes are asked: op=" + op);
        }
    }

    /** Where each active object is, its class and the type of its stubs, one after the other. */
    private static Object[] bodies(CoreRuntime runtime, HostedNode node) {
        List<Object> told = new ArrayList<>();
        for (LocalBody body : node.bodies()) {
            if (!body.hasMoved()) {
                told.addAll(List.of(SystemCalls.tell(runtime, body)));
            }
        }
        return told.toArray();
    }
}
