package org.activeobjects.api;

import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

/** Runtimes in which one of the waits of a deadlock fails. */
final class FailingRuntimes {

    private FailingRuntimes() {}

    static NodeRuntime open() {
        return open(TransportConfig.defaults());
    }

    static NodeRuntime open(TransportConfig config) {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        try {
            return NodeRuntime.open(config);
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }
    }
}
