package org.activeobjects.internal.runtime;

/** The runtime of the threads that serve no active object: the one thing that facades share. */
final class DefaultRuntime {

    private static CoreRuntime runtime;

    private DefaultRuntime() {}

    static synchronized CoreRuntime get() {
        if (runtime == null || runtime.isClosed()) {
            runtime = new CoreRuntime(() -> UserConfig.from(System.getProperties()));
        }
        return runtime;
    }

    static synchronized void set(CoreRuntime newDefault) {
        runtime = newDefault;
    }
}
