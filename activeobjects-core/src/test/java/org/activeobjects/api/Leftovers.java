package org.activeobjects.api;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

/** What killed JVMs leave in shared memory: it goes when the next runtime of their job starts. */
final class Leftovers {

    private Leftovers() {}

    /** Starts one, for there may be no other test of that job to come. */
    static void remove(String job) {
        Transport.open(TransportConfig.defaults().withJob(job, null)).close();
    }
}
