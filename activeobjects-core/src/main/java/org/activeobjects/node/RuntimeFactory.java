package org.activeobjects.node;

import org.activeobjects.transport.TransportConfig;

import java.util.ServiceLoader;

/** Makes runtimes; found with {@code ServiceLoader}, so that the API names no implementation. */
public interface RuntimeFactory {

    /**
     * Makes a runtime.
     *
     * @param config how its transport is to be opened
     * @param delivery what its callers may rely on when a call returns
     * @return a new runtime
     */
    NodeRuntime open(TransportConfig config, Delivery delivery);

    /**
     * The runtime of the calling thread.
     *
     * @return that of the active object it serves, else the default one
     */
    NodeRuntime current();

    /** The one factory of this JVM. */
    final class Holder {

        /** The factory that was found. */
        public static final RuntimeFactory INSTANCE =
                ServiceLoader.load(RuntimeFactory.class, RuntimeFactory.class.getClassLoader())
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no RuntimeFactory on the class path: is"
                                                        + " activeobjects-core there whole, with"
                                                        + " its META-INF/services?"));

        private Holder() {}
    }
}
