package org.activeobjects.internal.dump;

import org.activeobjects.diagnosis.SignalAction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes what the active objects do to the standard output when a signal comes.
 *
 * <p>SIGQUIT belongs to the JVM, which hands it to nobody: it writes the platform threads, whose
 * names tell object and method. So the signal is another one, SIGUSR1, unless the program has a
 * handler for it or the setting names another.
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
        SignalAction installed = SignalAction.install(name, DumpSignal::write);
        if (installed.hasReplacedAnother()) {
            installed.close(); // whoever was there first keeps it
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
