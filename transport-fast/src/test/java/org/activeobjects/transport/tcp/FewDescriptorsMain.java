package org.activeobjects.transport.tcp;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;

/**
 * Starts the link while this process has fewer and fewer descriptors left, and says what has become
 * of it, and how many are left afterwards. All classes are loaded before: that takes descriptors,
 * too.
 */
public final class FewDescriptorsMain {

    /** Descriptors that the link needs to start. */
    static final int NEEDED = 5;

    private static final int TRIES = 3;

    private static final ArrayDeque<FileInputStream> TAKEN = new ArrayDeque<>();

    private FewDescriptorsMain() {}

    public static void main(String[] args) throws Exception {
        TransportConfig config =
                TransportConfig.defaults().withJob("few", TransportConfig.newSecret());
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
