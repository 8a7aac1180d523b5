package org.activeobjects.internal.admission;

import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.queue.RequestQueueFullException;
import org.activeobjects.spi.StubMethod;

/**
 * A caller's place in the line before a full queue. Its value is whether the caller may go on as it
 * wanted to; if not, the object is somewhere else now.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Room extends Promise {

    private final Line line;
    private final QueueBound bound;

    /**
     * For one caller.
     *
     * @param line where it waits
     * @param bound bound of the queue
     * @param method what is called
     * @param callee the way to the active object that is called
     */
    Room(Line line, QueueBound bound, StubMethod method, Object callee) {
        super(method, callee);
        this.line = line;
        this.bound = bound;
    }

    /**
     * Waits until there is room.
     *
     * @return false if the object has moved: nothing is to be sent on this way
     * @throws RequestQueueFullException if there was none in the time that the bound allows
     * @throws RuntimeException if the wait was ended; the caller has left the line
     */
    boolean awaitTurn() {
        try {
            await(bound.timeoutMs());
        } catch (ProActiveTimeoutException e) {
            if (line.leave(this)) {
                throw new RequestQueueFullException(
                        "queue stayed full: callee="
                                + callee()
                                + " method="
                                + method().name()
                                + " "
                                + bound
                                + " "
                                + line.state()
                                + "; call it less often, or give its queue more room or its"
                                + " callers more time");
            }
        } catch (RuntimeException | Error e) {
            if (!line.leave(this) && mayGoOn()) {
                line.giveBack();
            }
            throw e;
        }
        return mayGoOn();
    }

    private boolean mayGoOn() {
        try {
            return (boolean) get(0);
        } catch (Throwable e) {
            throw new IllegalStateException("room fails for nobody: " + this, e);
        }
    }

    /**
     * Whether a deadlock in which the wait takes part is known not to be one.
     *
     * @return what the other runtime has to have told this one, if nothing is on its way; -1 if the
     *     queue is one of this runtime
     */
    public long seen() {
        return line.seen();
    }

    @Override
    public String toString() {
        return "room for " + description() + " in its queue, " + bound;
    }

    /** Where callers wait. */
    interface Line {

        /** Takes a caller out; false if its turn had come. */
        boolean leave(Room room);

        /** A caller whose turn has come does not call. */
        void giveBack();

        /** How long queue and line are, for people. */
        String state();

        /** See {@link Room#seen}. */
        long seen();
    }
}
