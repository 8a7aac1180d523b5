package org.activeobjects.collective;

import java.util.function.Supplier;

/** What only those who have the endpoint of a rank can tell its occupation. */
public final class OccupationTesting {

    private OccupationTesting() {}

    /** The rank takes part in nothing any more. */
    public static void fail(Occupation occupation, Supplier<RuntimeException> why) {
        occupation.fail(why);
    }

    /** The calling thread is in a broadcast, and waits for a rank. */
    public static void beginBroadcast(Occupation occupation, long number, int root, int peer) {
        int call = Call.withRoot(Call.BROADCAST, root);
        occupation.beginCollective(Call.numbered(call, number), number, peer);
    }
}
