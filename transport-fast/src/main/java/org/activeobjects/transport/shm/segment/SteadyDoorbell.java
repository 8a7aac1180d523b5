package org.activeobjects.transport.shm.segment;

import org.activeobjects.transport.memory.FileMemory;
import org.activeobjects.transport.spi.Doorbell;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A runtime's own doorbell, in a file that another process of the same user can cut off: then the
 * runtime goes on with a second one, at which it rings itself. Peers cannot ring any more, and lose
 * their links to it.
 *
 * <p>Compiled code hears of a missing page late. Who arms or sleeps asks for that at once; who only
 * looks or rings, as with each message, does not, so that the error may meet its caller, once.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SteadyDoorbell implements Doorbell {

    private static final Logger LOG = LogManager.getLogger(SteadyDoorbell.class);

    private final Doorbell shared;
    private final Doorbell spare;
    private volatile Doorbell bell;

    /**
     * A doorbell that is rung by peers.
     *
     * @param shared in memory of which a page may go
     * @param spare in memory of this process alone
     */
    public SteadyDoorbell(Doorbell shared, Doorbell spare) {
        this.shared = shared;
        this.spare = spare;
        this.bell = shared;
    }

    private synchronized void replace(Doorbell used, InternalError fault) {
        if (used == spare) {
            throw fault;
        } else if (bell == shared) {
            bell = spare;
            LOG.error(
                    "the doorbell in shared memory was cut off: links of shared memory to this"
                            + " runtime end, others go on; let nobody change files of a job that"
                            + " runs",
                    fault);
        }
    }

    @Override
    public void arm(int level) {
        Doorbell now = bell;
        try {
            now.arm(level);
            FileMemory.askForFault();
        } catch (InternalError e) {
            replace(now, e);
        }
    }

    @Override
    public void armAlone(int level) {
        Doorbell now = bell;
        try {
            now.armAlone(level);
            FileMemory.askForFault();
        } catch (InternalError e) {
            replace(now, e);
        }
    }

    @Override
    public int level() {
        Doorbell now = bell;
        try {
            return now.level();
        } catch (InternalError e) {
            replace(now, e);
            return AWAKE;
        }
    }

    @Override
    public int state() {
        Doorbell now = bell;
        try {
            return now.state();
        } catch (InternalError e) {
            replace(now, e);
            return AWAKE;
        }
    }

    @Override
    public void sleep(int level, long maxNs) {
        Doorbell now = bell;
        try {
            now.sleep(level, maxNs);
            FileMemory.askForFault();
        } catch (InternalError e) {
            replace(now, e);
        }
    }

    @Override
    public void sleepBeside(int seen, long maxNs) {
        Doorbell now = bell;
        try {
            now.sleepBeside(seen, maxNs);
            FileMemory.askForFault();
        } catch (InternalError e) {
            replace(now, e);
        }
    }

    @Override
    public void sleepAlone(int level, long maxNs) {
        Doorbell now = bell;
        try {
            now.sleepAlone(level, maxNs);
            FileMemory.askForFault();
        } catch (InternalError e) {
            replace(now, e);
        }
    }

    @Override
    public void ring() {
        Doorbell now = bell;
        try {
            now.ring();
        } catch (InternalError e) {
            replace(now, e);
        }
        if (bell != now) { // somebody may sleep there already
            spare.ring();
        }
    }

    @Override
    public void close() {
        try {
            shared.close();
        } finally {
            spare.close();
        }
    }
}
