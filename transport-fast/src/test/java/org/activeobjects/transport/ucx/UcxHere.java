package org.activeobjects.transport.ucx;

import org.activeobjects.transport.spi.LinkUnavailableException;
import org.activeobjects.transport.ucx.binding.Ucp;
import org.junit.jupiter.api.Assumptions;

/** Whether the library of UCX is on this machine. */
public final class UcxHere {

    private UcxHere() {}

    /** Skips the calling test, with a line that says why, only where the library is absent. */
    public static void assume() {
        try {
            Ucp loaded = Ucp.load("libucp.so.0");
            Assumptions.assumeTrue(loaded != null);
        } catch (LinkUnavailableException e) {
            Assumptions.abort("skipped, for there is no UCX here: " + e.getMessage());
        }
    }

    /**
     * Skips the calling test unless it is asked for: UCX 1.13 ends the process, once in a few
     * hundred times, when an endpoint that watches its peer goes while UCX still sets it up.
     */
    static void assumeThatItMayEndTheProcess() {
        assume();
        Assumptions.assumeTrue(
                Boolean.getBoolean("activeobjects.test.ucxPeerErrors"),
                "skipped, for UCX itself may end the process in it: run it with"
                        + " -Dactiveobjects.test.ucxPeerErrors=true");
    }
}
