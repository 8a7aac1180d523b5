package org.activeobjects.benchmarks.calls.side;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The main program of a measured JVM: serves, or takes orders, until its standard input ends. */
public final class CallLoop {

    /** What a serving side prints before the words that the calling side is given. */
    public static final String LISTENING = "LISTENING ";

    /** What a calling side prints when it can take orders. */
    public static final String READY = "READY";

    /** What a calling side prints before the timing of a run. */
    public static final String TOOK = "TOOK ";

    /** First word of the command line of a side that is called. */
    public static final String SERVE = "serve";

    /** First word of the command line of a side that calls. */
    public static final String CALL = "call";

    private static final int FIXED = 3;

    private CallLoop() {}

    /** A measured program. */
    interface Program {

        /**
         * Opens the side that is called from another JVM.
         *
         * @param test what is measured
         * @param variant the program's own word
         * @return word for the calling side, without blanks
         * @throws Exception if it fails; ends the process
         */
        String serve(CallTest test, String variant) throws Exception;

        /**
         * Opens the side that calls, and within one JVM the other with it.
         *
         * @param test what is measured
         * @param variant the program's own word
         * @param server word of the serving side; {@code null} within one JVM
         * @return what runs
         * @throws Exception if it fails; ends the process
         */
        CallSide open(CallTest test, String variant, String server) throws Exception;
    }

    /**
     * Runs one side, then ends the JVM.
     *
     * @param words {@link #SERVE} or {@link #CALL}, the test, the program's own word, and behind
     *     them what the serving side has announced
     * @param program what is measured
     * @throws Exception whatever the program throws
     */
    static void run(String[] words, Program program) throws Exception {
        PrintStream out = System.out;
        List<String> all = List.of(words);
        CallTest test = CallTest.of(all.get(1));
        String variant = all.get(2);
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            CallSide side = null;
            if (all.get(0).equals(SERVE)) {
                out.println(LISTENING + program.serve(test, variant));
            } else {
                side = program.open(test, variant, all.size() > FIXED ? all.get(FIXED) : null);
                out.println(READY);
            }
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(TOOK + side.run(Long.parseLong(line)).toLine());
            }
        } catch (IOException e) {
            // as good as the end of the input
        } catch (Throwable e) {
            // Threads that the program has left would hold up the end that the JVM makes of this.
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
            System.exit(1);
        }
        // Not halted: what a link has in shared memory goes when the JVM shuts down.
        System.exit(0);
    }
}
