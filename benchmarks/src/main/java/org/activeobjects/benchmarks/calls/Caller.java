package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.calls.side.OwnCalls;
import org.activeobjects.benchmarks.calls.side.PekkoCalls;
import org.activeobjects.benchmarks.calls.side.RmiCalls;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A program that takes part.
 *
 * @param id word that chooses it on the command line
 * @param name name in tables and files
 * @param ours whether it is one of active objects, and not a peer
 * @param main class that runs it
 * @param variant word that the class is given
 * @param tests what it can do
 */
record Caller(
        String id, String name, boolean ours, Class<?> main, String variant, Set<CallTest> tests) {

    private static final Set<CallTest> LOCAL =
            EnumSet.of(CallTest.CALL, CallTest.TELL_1, CallTest.TELL_2, CallTest.CALLER);
    private static final Set<CallTest> ARRAYS = EnumSet.of(CallTest.DOUBLES);
    private static final Set<CallTest> REMOTE = EnumSet.of(CallTest.INT, CallTest.DOUBLES);

    private static final Set<CallTest> ALL_REMOTE =
            EnumSet.of(CallTest.INT, CallTest.MANY, CallTest.DOUBLES);

    Caller {
        tests = Set.copyOf(tests);
    }

    /** Ours first. */
    static List<Caller> all() {
        return List.of(
                own("local", "active objects", "object", LOCAL),
                own("local-thread", "thread to active object", "thread", EnumSet.of(CallTest.CALL)),
                own("shm", "thread to active object, shm", "shm-thread", REMOTE),
                own("shm-object", "active objects, shm", "shm-object", ALL_REMOTE),
                own("shm-borrowed", "thread, shm, borrowed", "shm-borrowed-thread", ARRAYS),
                own("shm-object-borrowed", "objects, shm, borrowed", "shm-borrowed-object", ARRAYS),
                own("tcp", "thread to active object, tcp", "tcp-thread", REMOTE),
                own("tcp-object", "active objects, tcp", "tcp-object", ALL_REMOTE),
                own("tcp-borrowed", "thread, tcp, borrowed", "tcp-borrowed-thread", ARRAYS),
                pekko("pekko", "Pekko typed, actors", "actor", LOCAL),
                pekko("pekko-thread", "Pekko typed, thread", "thread", EnumSet.of(CallTest.CALL)),
                pekko("artery", "Pekko Artery, actors", "actor", REMOTE),
                pekko("artery-thread", "Pekko Artery, thread", "thread", REMOTE),
                new Caller("rmi", "RMI", false, RmiCalls.class, "thread", ALL_REMOTE));
    }

    private static Caller own(String id, String name, String variant, Set<CallTest> tests) {
        return new Caller(id, name, true, OwnCalls.class, variant, tests);
    }

    private static Caller pekko(String id, String name, String variant, Set<CallTest> tests) {
        return new Caller(id, name, false, PekkoCalls.class, variant, tests);
    }

    /** Those that the option names, in its order; all if it names none. */
    static List<Caller> named(List<String> names) {
        if (names.isEmpty()) {
            return all();
        }
        return names.stream().map(name -> named(name.strip())).distinct().toList();
    }

    private static Caller named(String name) {
        return all().stream()
                .filter(one -> one.id.equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "unknown name: --only="
                                                + name
                                                + "; known: "
                                                + String.join(
                                                        ", ",
                                                        all().stream().map(Caller::id).toList())));
    }

    /** One line, for people. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "%-20s%-32s%s",
                id,
                name,
                String.join(" ", tests.stream().map(CallTest::label).sorted().toList()));
    }
}
