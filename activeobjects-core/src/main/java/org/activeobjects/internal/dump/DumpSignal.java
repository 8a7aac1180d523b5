package org.activeobjects.internal.dump;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes what the active objects do to the standard output when a signal comes.
 *
 * <p>SIGQUIT belongs to the JVM, which hands it to nobody: it writes the platform threads, whose
 * names tell object and method. So the signal is another one, SIGUSR1, unless the program has a
 * handler for it or the setting names another.
 *
 * <p>The classes of the JDK that handle signals are there in every JDK, but have no place in its
 * documentation: they are looked up by name, and where they are not found there is no such signal.
 */
final class DumpSignal {

    private static final Logger LOG = LogManager.getLogger(DumpSignal.class);

    /** Name of the signal, or {@code none}. */
    private static final String SETTING = "activeobjects.dump.signal";

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private DumpSignal() {}

    static void install() {
        String name = System.getProperty(SETTING, "USR1");
        if (name.equals("none") || !INSTALLED.compareAndSet(false, true)) {
            return;
        }
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            InvocationHandler onCall =
                    (proxy, method, arguments) ->
                            switch (method.getName()) {
                                case "handle" -> {
                                    write();
                                    yield null;
                                }
                                case "equals" -> proxy == arguments[0];
                                case "hashCode" -> System.identityHashCode(proxy);
                                default -> "dump of active objects";
                            };
            Object handler =
                    Proxy.newProxyInstance(
                            DumpSignal.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            onCall);
            Object signal = type.getConstructor(String.class).newInstance(name);
            var handle = type.getMethod("handle", type, handlerType);
            Object before = handle.invoke(null, signal, handler);
            if (!before.equals(handlerType.getField("SIG_DFL").get(null))) {
                // Whoever was there first keeps it.
                handle.invoke(null, signal, before);
            }
        } catch (InvocationTargetException e) {
            LOG.debug("no dump by signal={}", name, e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("no dump by signal={}", name, e);
        }
    }

    /** Where the JVM writes its own dump of threads. */
    @SuppressWarnings("resource") // the descriptor is the JVM's
    private static void write() {
        try {
            new FileOutputStream(FileDescriptor.out)
                    .write(OpenRuntimes.dump().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("dump not written", e);
        }
    }
}
