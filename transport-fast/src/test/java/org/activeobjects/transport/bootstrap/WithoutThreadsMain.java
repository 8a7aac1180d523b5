package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.spi.LinkContext;

import java.io.File;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens a transport while this process can have no thread, then while it can have one, and so on
 * until there are enough; and says what each try that fails has left behind. Likewise a first
 * registered buffer.
 */
public final class WithoutThreadsMain {

    private static volatile boolean goOn;

    private WithoutThreadsMain() {}

    public static void main(String[] links) throws InterruptedException {
        TransportConfig config = TransportConfig.defaults().withLinks(links);
        Transport.open(config).close(); // classes take memory, too
        var _ = openFiles();
        FakeLinks lender = new FakeLinks().with("lender", FakeLinks.Fails.NEVER);
        LinkServices services =
                new LinkServices(
                        new LinkContext(RuntimeId.random(), "this host", config.withLinks()),
                        lender.known());
        ArrayDeque<Thread> taken = new ArrayDeque<>();
        takeAll(taken);
        Set<String> filesBefore = openFiles();
        Set<Thread> threadsBefore = threads();
        System.out.println("pins=" + PinnedArrays.soon()); // which asks a thread of its own
        System.out.println("a buffer: " + allocate(services) + " " + lender.tried("release"));
        int free = 0;
        while (!isOpened(config)) {
            Set<String> files = openFiles();
            files.removeAll(filesBefore);
            Set<Thread> threads = threads();
            threads.removeAll(threadsBefore);
            System.out.println("free=" + free + " left=" + files + threads);
            giveBack(taken.pop());
            free++;
        }
        goOn = true;
        System.out.println("opened free=" + free);
        System.out.println("a buffer: " + allocate(services) + " " + lender.tried("release"));
    }

    private static String allocate(LinkServices services) {
        try (RegisteredBuffer buffer = services.allocate(8)) {
            return "bytes=" + buffer.byteLength();
        } catch (OutOfMemoryError e) {
            return "refused";
        }
    }

    private static boolean isOpened(TransportConfig config) {
        try {
            Transport.open(config).close();
            return true;
        } catch (OutOfMemoryError e) {
            System.out.println("refused: " + e.getMessage());
            return false;
        }
    }

    private static void takeAll(ArrayDeque<Thread> taken) {
        try {
            while (true) {
                Thread thread = Thread.ofPlatform().daemon().unstarted(WithoutThreadsMain::idle);
                thread.start();
                taken.push(thread);
            }
        } catch (OutOfMemoryError e) {
            System.out.println("taken " + taken.size());
        }
    }

    private static void idle() {
        while (!goOn && !Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }

    private static void giveBack(Thread one) throws InterruptedException {
        one.interrupt();
        one.join();
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** By number; the folder itself is open while it is read. */
    private static Set<String> openFiles() {
        return new HashSet<>(Arrays.asList(new File("/proc/self/fd").list()));
    }
}
