package org.activeobjects.transport.tcp;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.apache.logging.log4j.LogManager;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.stream.Stream;

/**
 * Starts the link while this process has fewer and fewer descriptors left, and says what has become
 * of it, and how many are left afterwards; then has connections come while none is left. All
 * classes are loaded before, unless told otherwise: that takes descriptors, too.
 */
public final class FewDescriptorsMain {

    /** Descriptors that the link needs to start. */
    static final int NEEDED = 5;

    /**
     * The word by which it logs something while there are descriptors: the first time takes some.
     */
    static final String WARM = "warm";

    /** The word by which it logs nothing before. */
    static final String COLD = "cold";

    /** The word by which nothing has failed before the first shortage. */
    static final String FRESH = "fresh";

    /** Shortages, one after the other. */
    static final int ROUNDS = 2;

    private static final int TRIES = 3;
    private static final int REFUSALS = 4;

    private static final ArrayDeque<FileInputStream> TAKEN = new ArrayDeque<>();

    private FewDescriptorsMain() {}

    public static void main(String[] args) throws Exception {
        TransportConfig config =
                TransportConfig.defaults().withJob("few", TransportConfig.newSecret());
        if (!args[0].equals(FRESH)) {
            start(config);
        }
        if (!args[0].equals(COLD)) {
            LogManager.getLogger(FewDescriptorsMain.class).warn("logs what={}", WARM);
        }
        receive(new LinkContext(RuntimeId.random(), "this host", config));
    }

    private static void start(TransportConfig config) throws IOException {
        start("elsewhere", config.withBindAddress(InetAddress.getByName("192.0.2.1")));
        start("before", config);
        takeAll();
        for (int free = 0; free < NEEDED; free++) {
            giveBack(free);
            start("free=" + free, config);
            System.out.println("free=" + free + " left=" + left());
            takeAll();
        }
        giveBack(TAKEN.size());
        start("after", config);
    }

    /** Twice, since what is logged once a shortage must not be logged once and never again. */
    private static void receive(LinkContext context) throws Exception {
        try (TcpLinkService service = (TcpLinkService) new TcpLinkProvider().start(context)) {
            openAndCloseOne();
            long idle = openSockets();
            greet(service, "plenty", idle);
            for (int round = 0; round < ROUNDS; round++) {
                try (Socket caller = new Socket()) {
                    caller.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                    takeAll();
                    long begun = System.nanoTime();
                    int before = service.reception().refusals();
                    caller.connect(addressOf(service));
                    while (service.reception().refusals() < before + REFUSALS) {
                        Thread.onSpinWait();
                    }
                    long tries = service.reception().refusals() - before;
                    long pauses = (System.nanoTime() - begun) / Reception.PAUSE_NS;
                    System.out.println("tries=" + tries + " pauses=" + pauses);
                    giveBack(TAKEN.size());
                    System.out.println("round=" + round + " received=" + isReceived(caller));
                }
                greet(service, "round=" + round + " next", idle);
            }
        }
    }

    /** The JDK keeps a socket of its own from the first one on that is closed. */
    private static void openAndCloseOne() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket door = new ServerSocket(0, 1, here);
                Socket caller = new Socket(here, door.getLocalPort());
                Socket accepted = door.accept()) {
            accepted.getOutputStream().write(1);
            caller.getInputStream().read();
        }
    }

    private static void greet(LinkService service, String when, long idle) throws IOException {
        try (Socket caller = new Socket()) {
            caller.connect(addressOf(service));
            System.out.println(when + " received=" + isReceived(caller));
        }
        while (openSockets() > idle) {
            Thread.onSpinWait(); // the link hangs up first, and gives its descriptor back then
        }
    }

    private static long openSockets() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(FewDescriptorsMain::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static InetSocketAddress addressOf(LinkService service) {
        int port = Integer.parseInt(service.offer());
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Who greets wrongly is turned out, which nobody does who has not received him. */
    private static boolean isReceived(Socket caller) throws IOException {
        try {
            caller.getOutputStream().write(new byte[Ticket.HELLO_LENGTH]);
            return caller.getInputStream().read() < 0;
        } catch (SocketException e) {
            return e.getMessage().contains("reset");
        }
    }

    private static void start(String when, TransportConfig config) {
        LinkContext context = new LinkContext(RuntimeId.random(), "this host", config);
        try (LinkService service = new TcpLinkProvider().start(context)) {
            System.out.println(when + " listens port=" + service.offer());
        } catch (LinkUnavailableException e) {
            System.out.println(when + " refused " + e.getMessage());
        }
    }

    private static int takeAll() throws IOException {
        int before = TAKEN.size();
        try {
            while (true) {
                TAKEN.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            if (!e.getMessage().contains("Too many open files")) {
                throw e;
            }
            return TAKEN.size() - before;
        }
    }

    private static void giveBack(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            TAKEN.pop().close();
        }
    }

    /** The most that could be taken: the JVM itself opens a file for a moment now and then. */
    private static int left() throws IOException {
        int most = 0;
        for (int i = 0; i < TRIES; i++) {
            int now = takeAll();
            giveBack(now);
            most = Math.max(most, now);
        }
        return most;
    }
}
