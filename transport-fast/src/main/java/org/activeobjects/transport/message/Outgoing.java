package org.activeobjects.transport.message;

import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.progress.Waiting;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Landing;
import org.activeobjects.transport.spi.Link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something that is sent in pieces, as room comes, and that somebody may wait for.
 *
 * <p><b>Threading:</b> pieces are sent under the peer's lock for sending. Whoever has taken it out
 * of the last table or queue that knew it, and nobody else, completes it.
 */
public abstract class Outgoing extends Waiting {

    private static final VarHandle OVER;

    static {
        try {
            OVER = MethodHandles.lookup().findVarHandle(Outgoing.class, "over", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private TransportException failure;
    private volatile boolean over;

    /** Not complete. */
    protected Outgoing() {}

    /**
     * Sends the next piece.
     *
     * @param link where to
     * @param header to be filled
     * @return false if the link has no room
     */
    public abstract boolean sendChunk(Link link, FrameHeader header);

    /**
     * Whether every piece is sent.
     *
     * @return true if nothing is left
     */
    public abstract boolean isSent();

    /**
     * What tells the peer that the rest of it will not come; it goes behind the pieces that were
     * sent.
     *
     * @return a frame
     */
    public abstract ControlFrame abortion();

    @Override
    protected boolean isOver() {
        return over;
    }

    /**
     * Whether it is complete.
     *
     * @return true if so, well or not
     */
    public final boolean isComplete() {
        return over;
    }

    /**
     * Completes it well, and wakes nobody: the calling thread itself waits for it, and nobody else
     * can.
     */
    public final void completeForCaller() {
        beforeComplete();
        OVER.setRelease(this, true);
    }

    /** Completes it well. */
    public final void complete() {
        beforeComplete();
        over = true;
        wake();
        onComplete();
    }

    /**
     * Completes it with a failure.
     *
     * @param error what whoever waits is told
     */
    public final void fail(TransportException error) {
        failure = error;
        complete();
        onFail();
    }

    /**
     * Completes it with a failure, for its memory was closed, or is of another thread, or a page of
     * a mapped file is gone.
     *
     * @param why what reading it has thrown
     */
    public final void failUnreadable(Throwable why) {
        fail(unreadable(this, why));
    }

    /** The failure of something whose memory reading has thrown. */
    static TransportException unreadable(Object operation, Throwable why) {
        try {
            String text =
                    switch (why) {
                        case WrongThreadException _ ->
                                "memory of a confined arena cannot be sent by whichever thread"
                                        + " polls: operation=%s; take it from Arena.ofShared() or"
                                        + " Arena.ofAuto()";
                        case IllegalStateException _ when !Landing.isPageMissing(why) ->
                                "the memory of a send was closed before it was complete:"
                                        + " operation=%s reason=%s; await the send first";
                        default -> "the memory of a send cannot be read: operation=%s reason=%s";
                    };
            return new TransportException(text.formatted(operation, why.getMessage()), why);
        } catch (OutOfMemoryError | StackOverflowError _) {
            return Failures.because(why);
        }
    }

    /**
     * The failure, once it is complete.
     *
     * @return the failure, or {@code null} if all went well
     */
    public final TransportException failure() {
        return failure;
    }

    /** Ends it that the peer reads elements by itself. */
    public void conceal() {}

    /** Called before anybody can see the completion, well or not. */
    protected void beforeComplete() {}

    /** Called after the completion. */
    protected void onComplete() {}

    /** Called after a failure; what has failed is not used again. */
    protected void onFail() {}

    /** Makes it fit for another use; nobody may know it any more. */
    protected final void renew() {
        failure = null;
        beginAnew();
        OVER.setRelease(this, false); // published with the place where others find it
    }
}
