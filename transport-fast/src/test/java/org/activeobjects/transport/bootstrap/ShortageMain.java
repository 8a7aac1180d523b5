package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.TransportConfig;
import org.apache.logging.log4j.LogManager;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Has a connection come to the bootstrap while this process has no descriptors left, and says what
 * a peer from before hears meanwhile, and what becomes of the connection afterwards. All classes
 * are loaded before: that takes descriptors, too.
 */
public final class ShortageMain {

    /** Shortages, one after the other. */
    static final int ROUNDS = 2;

    private static final int SIGNS_OF_LIFE = 3;
    private static final ArrayDeque<FileInputStream> TAKEN = new ArrayDeque<>();

    private ShortageMain() {}

    public static void main(String[] args) throws Exception {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("shortage", TransportConfig.newSecret())
                        .withSharedMemory(Path.of(args[0]))
                        .withLinks("netty")
                        .withTimeouts(Duration.ofSeconds(30), Duration.ofMillis(800));
        LogManager.getLogger(ShortageMain.class).warn("logs what={}", "before");
        try (LinkedTransport transport = LinkedTransport.open(config);
                Intruder peer =
                        new Intruder(
                                transport.card(),
                                config,
                                LinkServices.known().get("netty"),
                                Integer.MAX_VALUE)) {
            var _ = peer.join();
            var _ = isAccepted(transport, new Socket());
            for (int round = 0; round < ROUNDS; round++) {
                Socket caller = new Socket();
                caller.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                takeAll();
                connect(caller, transport);
                for (int sign = 0; sign < SIGNS_OF_LIFE; sign++) {
                    peer.hearAlive();
                }
                giveBackAll();
                System.out.println("round=" + round + " alive");
                System.out.println("round=" + round + " accepted=" + isAccepted(transport, caller));
            }
        }
    }

    private static void connect(Socket caller, LinkedTransport transport) throws IOException {
        caller.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), transport.card().port()));
    }

    /** Who does not greet is turned out, which nobody does who has not accepted him. */
    private static boolean isAccepted(LinkedTransport transport, Socket caller) throws IOException {
        try (caller) {
            if (!caller.isConnected()) {
                connect(caller, transport);
            }
            caller.getOutputStream().write(new byte[Handshake.GREETING_LENGTH]);
            return caller.getInputStream().read() < 0;
        } catch (java.net.SocketException e) {
            return e.getMessage().contains("reset");
        }
    }

    private static void takeAll() throws IOException {
        try {
            while (true) {
                TAKEN.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            if (!e.getMessage().contains("Too many open files")) {
                throw e;
            }
        }
    }

    private static void giveBackAll() throws IOException {
        while (!TAKEN.isEmpty()) {
            TAKEN.pop().close();
        }
    }
}
