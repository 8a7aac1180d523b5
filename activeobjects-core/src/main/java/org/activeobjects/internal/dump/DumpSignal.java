package org.activeobjects.internal.dump;

import org.activeobjects.diagnosis.SignalAction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes what the active objects do to the standard output when a signal comes: SIGUSR1, unless the
 * program has a handler for it or the setting names another, and SIGQUIT, after the JVM's own dump
 * of its threads.
 *
 * <p>SIGQUIT cannot be had in Java. Its handler raises SIGURG, which stands for it: the system
 * ignores that one, and where it comes by itself no harm is done.
 */
final class DumpSignal {

    private static final Logger LOG = LogManager.getLogger(DumpSignal.class);

    /** Name of the signal, or {@code none}. */
    private static final String SETTING = "activeobjects.dump.signal";

    private static final String AFTER_QUIT = "URG";

    /** The JVM's thread that answers jcmd and its like; they have it started by a SIGQUIT. */
    private static final String ATTACH_LISTENER = "Attach Listener";

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();
    private static final AtomicBoolean ATTACHED = new AtomicBoolean();

    private DumpSignal() {}

    static void install() {
        String name = System.getProperty(SETTING, "USR1");
        if (name.equals("none") || !INSTALLED.compareAndSet(false, true)) {
            return;
        }
        SignalAction asked = take(name, DumpSignal::write);
        LOG.debug("dump by signal: SIG{}={}", name, asked.isInstalled());
        // To link functions of the C library takes some fifty milliseconds, for which nobody waits.
        Thread.ofPlatform().daemon().name("dump by SIGQUIT").start(DumpSignal::followQuit);
    }

    private static void followQuit() {
        ATTACHED.set(isAttached());
        SignalAction afterQuit = take(AFTER_QUIT, DumpSignal::writeAfterQuit);
        Optional<String> problem =
                afterQuit.isInstalled()
                        ? QuitHandler.install(afterQuit.number())
                        : Optional.of("SIGURG has a handler");
        if (problem.isPresent()) {
            afterQuit.close();
        }
        LOG.debug("dump by signal: SIGQUIT={}", problem.orElse("true"));
    }

    private static SignalAction take(String name, Runnable action) {
        SignalAction installed = SignalAction.install(name, action);
        if (!installed.isInstalled() && name.equals(System.getProperty(SETTING))) {
            LOG.warn(
                    "no dump by signal, since this JVM cannot have it: -D{}={}; choose another one,"
                            + " such as USR2, or none",
                    SETTING,
                    name);
        }
        if (installed.hasReplacedAnother()) {
            installed.close(); // whoever was there first keeps it
        }
        return installed;
    }

    /** The first jcmd sends a SIGQUIT too, which asks for no dump. */
    private static void writeAfterQuit() {
        if (!isAttached() || !ATTACHED.compareAndSet(false, true)) {
            write();
        }
    }

    private static boolean isAttached() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(ATTACH_LISTENER));
    }

    /** Where the JVM writes its own dump of threads. */
    private static void write() {
        try {
            new FileOutputStream(FileDescriptor.out) // the JVM's, and not closed
                    .write(OpenRuntimes.dump().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("dump not written", e);
        }
    }
}
