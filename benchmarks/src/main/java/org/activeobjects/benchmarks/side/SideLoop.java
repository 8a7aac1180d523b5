package org.activeobjects.benchmarks.side;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main program of a measured side: connects, then takes one order per line of its standard
 * input until that ends, and with it this process.
 */
public final class SideLoop {

    private static final String END = "";
    private static final long LAST_WORDS_MS = 5000;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread main = Thread.currentThread();

    private SideLoop() {}

    /**
     * Runs one side until the standard input ends.
     *
     * @param words the command line
     * @param opener makes the side; what it or the side throws ends the JVM
     */
    public static void run(String[] words, Side.Opener opener) {
        PrintStream out = System.out;
        SideLoop loop = new SideLoop();
        Thread.ofPlatform().daemon().name("orders").start(loop::read);
        try (Side side = opener.open(SideContext.parse(words, out))) {
            out.println(Order.READY);
            for (String line = loop.lines.take(); !line.equals(END); line = loop.lines.take()) {
                out.println(Order.ELAPSED + obey(side, Order.parse(line)));
            }
        } catch (Throwable e) {
            // Threads that the side has left would hold up the end that the JVM makes of this.
            loop.main.getUncaughtExceptionHandler().uncaughtException(loop.main, e);
            System.exit(1);
        }
    }

    private static long obey(Side side, Order order) throws Exception {
        side.run(order.measurement(), order.bytes(), order.leadIn());
        long start = System.nanoTime();
        side.run(order.measurement(), order.bytes(), order.iterations());
        long elapsed = System.nanoTime() - start;
        side.check(order.measurement(), order.bytes());
        return elapsed;
    }

    /** Nothing is left running when whoever gives the orders is gone. */
    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // as good as its end
        }
        lines.add(END);
        try {
            main.join(LAST_WORDS_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Not halted: what a link has in shared memory goes when the JVM shuts down.
        System.exit(main.isAlive() ? 1 : 0);
    }
}
