package org.activeobjects.diagnosis;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Does something when this JVM gets a signal.
 *
 * <p>The classes of the JDK that handle signals are there in every JDK, but have no place in its
 * documentation: they are looked up by name, and where they are not found there is no such signal.
 *
 * <p><b>Threading:</b> safe; what is done is done by a thread of the JDK.
 */
public final class SignalAction implements AutoCloseable {

    private static final Logger LOG = LogManager.getLogger(SignalAction.class);

    private final String name;
    private final Object before;

    private SignalAction(String name, Object before) {
        this.name = name;
        this.before = before;
    }

    /**
     * Takes the place of whatever handles a signal.
     *
     * @param name name of the signal, such as {@code USR1}
     * @param action what to do; must not throw
     * @return what gives the signal back; it holds nothing if the signal cannot be had
     */
    public static SignalAction install(String name, Runnable action) {
        InvocationHandler onCall =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "handle" -> {
                                action.run();
                                yield null;
                            }
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "action by signal " + name;
                        };
        try {
            Class<?>[] types = {handlerType()};
            ClassLoader loader = SignalAction.class.getClassLoader();
            return new SignalAction(
                    name, handle(name, Proxy.newProxyInstance(loader, types, onCall)));
        } catch (InvocationTargetException e) {
            LOG.debug("nothing is done by signal={}", name, e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("nothing is done by signal={}", name, e);
        }
        return new SignalAction(name, null);
    }

    private static Class<?> handlerType() throws ClassNotFoundException {
        return Class.forName("sun.misc.SignalHandler");
    }

    private static Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Object signal = type.getConstructor(String.class).newInstance(name);
        return type.getMethod("handle", type, handlerType()).invoke(null, signal, handler);
    }

    /**
     * Whether the signal was handled before.
     *
     * @return true if it did something else than what the system does
     */
    public boolean hasReplacedAnother() {
        try {
            return before != null && !before.equals(handlerType().getField("SIG_DFL").get(null));
        } catch (ReflectiveOperationException e) {
            LOG.debug("not known who handled signal={}", name, e);
            return false;
        }
    }

    /** Whoever handled the signal before does so again. */
    @Override
    public void close() {
        try {
            if (before != null) {
                Object unused = handle(name, before);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("signal not given back: signal={}", name, e);
        }
    }
}
