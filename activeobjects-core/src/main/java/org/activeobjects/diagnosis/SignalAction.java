package org.activeobjects.diagnosis;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

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

    /** What handled it before; null if the signal is not ours. */
    private final AtomicReference<Object> before;

    private SignalAction(String name, Object before) {
        this.name = name;
        this.before = new AtomicReference<>(before);
    }

    /**
     * Takes the place of whatever handles a signal.
     *
     * @param name name of the signal, such as {@code USR1}
     * @param action what to do; must not throw
     * @return what gives the signal back; it holds nothing if the signal cannot be had
     */
    public static SignalAction install(String name, Runnable action) {
        Objects.requireNonNull(name, "the name of a signal is null");
        Objects.requireNonNull(action, "the action of a signal is null");
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
        return signalType()
                .getMethod("handle", signalType(), handlerType())
                .invoke(null, signal(name), handler);
    }

    private static Class<?> signalType() throws ClassNotFoundException {
        return Class.forName("sun.misc.Signal");
    }

    private static Object signal(String name) throws ReflectiveOperationException {
        return signalType().getConstructor(String.class).newInstance(name);
    }

    /**
     * Whether the signal was handled before.
     *
     * @return true if it did something else than what the system does
     */
    public boolean hasReplacedAnother() {
        Object previous = before.get();
        try {
            return previous != null
                    && !previous.equals(handlerType().getField("SIG_DFL").get(null));
        } catch (ReflectiveOperationException e) {
            LOG.debug("not known who handled signal={}", name, e);
            return false;
        }
    }

    /**
     * Whether the action is the signal's.
     *
     * @return false if the signal cannot be had, or has been given back
     */
    public boolean isInstalled() {
        return before.get() != null;
    }

    /**
     * The signal's number on this system.
     *
     * @return the number, 1 or more
     * @throws IllegalStateException if the action is not installed
     */
    public int number() {
        try {
            if (isInstalled()) {
                return (int) signalType().getMethod("getNumber").invoke(signal(name));
            }
        } catch (ReflectiveOperationException e) {
            LOG.debug("number not known: signal={}", name, e);
        }
        throw new IllegalStateException(
                "number of a signal that could not be had; ask isInstalled() first: signal="
                        + name);
    }

    /** Whoever handled the signal before does so again. */
    @Override
    public void close() {
        Object previous = before.getAndSet(null);
        try {
            if (previous != null) {
                var _ = handle(name, previous);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("signal not given back: signal={}", name, e);
        }
    }
}
