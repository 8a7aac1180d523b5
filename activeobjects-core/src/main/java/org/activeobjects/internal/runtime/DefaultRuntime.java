package org.activeobjects.internal.runtime;

import org.activeobjects.internal.settings.Settings;
import org.activeobjects.internal.settings.UserConfig;
import org.activeobjects.node.Delivery;

/** The runtime of the threads that serve no active object: the one thing that facades share. */
final class DefaultRuntime {

    private static CoreRuntime runtime;

    private DefaultRuntime() {}

    static synchronized CoreRuntime get() {
        if (runtime == null || runtime.isClosed()) {
            Settings.check();
            runtime =
                    new CoreRuntime(
                            () -> UserConfig.from(System.getProperties()), Delivery.ofSystem());
        }
        return runtime;
    }

    static synchronized void set(CoreRuntime newDefault) {
        runtime = newDefault;
    }
}
