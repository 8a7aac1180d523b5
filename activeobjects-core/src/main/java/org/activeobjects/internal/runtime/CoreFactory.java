package org.activeobjects.internal.runtime;

import org.activeobjects.internal.settings.Settings;
import org.activeobjects.node.Delivery;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.node.RuntimeFactory;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.FaultLog;

/** Makes runtimes, and keeps the default one of the JVM. */
public final class CoreFactory implements RuntimeFactory {

    /** For {@code ServiceLoader}. */
    public CoreFactory() {
        FaultLog.begin();
    }

    @Override
    public NodeRuntime open(TransportConfig config, Delivery delivery) {
        Settings.check();
        return new CoreRuntime(() -> config, delivery);
    }

    @Override
    public NodeRuntime current() {
        BodyHandle body = BodyHandle.current();
        return body != null ? body.runtime() : DefaultRuntime.get();
    }
}
