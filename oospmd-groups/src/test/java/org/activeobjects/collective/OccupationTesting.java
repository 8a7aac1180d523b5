package org.activeobjects.collective;

import java.util.function.Supplier;

/** What only those who have the endpoint of a rank can tell its occupation. */
public final class OccupationTesting {

    private OccupationTesting() {}

    /** The rank takes part in nothing any more. */
    public static void fail(Occupation occupation, Supplier<RuntimeException> why) {
        occupation.fail(why);
    }
}
