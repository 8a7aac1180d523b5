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

    /** Number, class and type of the stubs of each body, one after the other. */
    private static Object[] bodies(CoreRuntime runtime, HostedNode node) {
        List<Object> told = new ArrayList<>();
        for (LocalBody body : node.bodies()) {
            runtime.export(body);
            told.add(body.number());
            told.add(body.target().getClass().getName());
            told.add(body.type().getName());
        }
        return told.toArray();
    }
}
