package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;

import java.nio.file.Path;
import java.time.Duration;

/** Connects to a runtime by names, and says what has come of it. */
public final class NamesMain {

    private NamesMain() {}

    /** Arguments: folder for shared memory, then the names. */
    public static void main(String[] args) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withSharedMemory(Path.of(args[0]))
                        .withLinks("netty")
                        .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20));
        try (Transport listening = Transport.open(config)) {
            for (int i = 1; i < args.length; i++) {
                try (Transport calling = Transport.open(config)) {
                    boolean isIt =
                            calling.connect(args[i], listening.card().port())
                                    .equals(listening.card());
                    System.out.println(args[i] + " connected=" + isIt);
                } catch (TransportException e) {
                    System.out.println(args[i] + " " + e.getMessage());
                }
            }
        }
        System.out.println("DONE");
    }
}
