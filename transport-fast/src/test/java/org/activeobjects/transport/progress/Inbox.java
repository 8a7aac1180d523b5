package org.activeobjects.transport.progress;

import org.activeobjects.transport.spi.Doorbell;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What comes from a peer: each frame is code that handles it. Rings as a link does. */
final class Inbox implements Incoming {

    private final Queue<Runnable> frames = new ConcurrentLinkedQueue<>();
    private final Doorbell bell;
    private volatile Runnable once;

    Inbox(Doorbell bell) {
        this.bell = bell;
    }

    void put(Runnable frame) {
        frames.add(frame);
        VarHandle.fullFence();
        if (bell.level() != Doorbell.AWAKE) {
            bell.ring();
        }
    }

    /** Has code run by whoever polls next. */
    void inNextRound(Runnable code) {
        once = code;
    }

    @Override
    public int receive(int limit) {
        Runnable code = once;
        if (code != null) {
            once = null;
            code.run();
        }
        int taken = 0;
        for (Runnable frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.run();
            if (++taken == limit) {
                break;
            }
        }
        return taken;
    }

    @Override
    public boolean hasInput() {
        return !frames.isEmpty();
    }
}
