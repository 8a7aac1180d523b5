package org.activeobjects.deployment.job;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Does something when this JVM gets SIGUSR1, which would end it otherwise.
 *
 * <p>The classes of the JDK that handle signals are there in every JDK, but have no place in its
 * documentation: they are looked up by name, and where they are not found there is no such signal.
 *
 * <p><b>Threading:</b> safe; what is done is done by a thread of the JDK.
 */
final class DumpSignal implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(DumpSignal.class);
    private static final String NAME = "USR1";

    private Object before;

    private DumpSignal() {}

    static DumpSignal install(Runnable action) {
        DumpSignal installed = new DumpSignal();
        InvocationHandler onCall =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "handle" -> {
                                action.run();
                                yield null;
                            }
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "dump of all ranks";
                        };
        try {
            Class<?> type = Class.forName("sun.misc.SignalHandler");
            ClassLoader loader = DumpSignal.class.getClassLoader();
            Object handler = Proxy.newProxyInstance(loader, new Class<?>[] {type}, onCall);
            installed.before = handle(handler);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("no dump by signal={}", NAME, e);
        }
        return installed;
    }

    private static Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object signal = type.getConstructor(String.class).newInstance(NAME);
        Method handle = type.getMethod("handle", type, handlerType);
        return handle.invoke(null, signal, handler);
    }

    /** Whoever handled the signal before does so again. */
    @Override
    public void close() {
        try {
            if (before != null) {
                Object unused = handle(before);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("signal not given back: signal={}", NAME, e);
        }
    }
}
