package org.activeobjects.transport.matching;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.error.Failures;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.progress.Waiting;
import org.activeobjects.transport.spi.Landing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;

/**
 * One send or receive. It belongs to exactly one place at a time: the posted receives of its
 * endpoint, an unexpected message that is still coming, a queue or a table of its peer. Whoever
 * takes it out of there completes it.
 */
public final class Operation extends Matchable implements Request {

    /** From so many bytes on the one thread that can wait for it may copy what comes from here. */
    static final long SHARED = LocalMessages.EAGER + 1;

    /** The same where any thread may wait for it, one of a stream perhaps. */
    static final long SHARED_LATER = 64 * 1024;

    Operation next; // among those that are spare, or that follow one another

    // Places among the posted receives, and among what nobody has reported yet.
    int posted;
    int place = Operations.NOWHERE;

    // Of a receive: the send whose elements follow those that some thread copies; it copies them.
    Operation follows;
    boolean isCopyFollowed;

    boolean isClaim; // a receive for which a matched probe has kept a message

    /** Stands for one whose endpoint is closed, or that was withdrawn: the peer still knows it. */
    private boolean isAbandoned;

    /** Stands for an object that was received and is null. */
    private static final Object NOTHING = new Object();

    private static final VarHandle HALVES;

    static {
        try {
            HALVES = MethodHandles.lookup().findVarHandle(Operation.class, "halves", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Of a receive whose elements two threads copy: halves to be done, and what one has failed
    // with, or what has become of the message that is kept for it.
    @SuppressWarnings("unused") // through HALVES
    private int halves;

    private Throwable fault;

    /** What was received, once it was asked for. */
    private Object object;

    /**
     * An operation that is neither send nor receive yet.
     *
     * @param station its endpoint
     */
    public Operation(Station station) {
        super(station);
    }

    /**
     * An operation for which only the thread waits that starts it.
     *
     * @param station its endpoint
     * @return the operation, neither send nor receive yet
     */
    public static Operation forCaller(Station station) {
        Operation op = new Operation(station);
        op.isForCaller = true;
        return op;
    }

    /**
     * Something that takes the place of one of an endpoint that closes.
     *
     * @param closing the endpoint
     * @return the stand-in; {@code null} if this is of another endpoint, or stands for one already
     */
    public Operation standInFor(Station closing) {
        if (station() != closing || isAbandoned) {
            return null;
        }
        Operation other = new Operation(closing);
        other.isAbandoned = true;
        other.standFor(this);
        return other;
    }

    /**
     * Takes this send back, for the exchange that it is of has failed: the other side may never
     * receive it. If it does, its receive fails.
     *
     * @param why what the exchange has failed with
     * @return false if it is being received, and will be complete
     */
    public boolean withdraw(TransportException why) {
        TransportException taken =
                new TransportException("taken back with its exchange: " + why.getMessage(), why);
        Operation standIn = new Operation(station());
        standIn.isAbandoned = true;
        standIn.announceAs(this);
        boolean isReplaced =
                peer().isSelf()
                        ? LocalMessages.replace(this, standIn)
                        : peer().replace(this, standIn);
        if (isReplaced) {
            fail(taken);
        }
        return isReplaced;
    }

    /**
     * Whether it only stands for another.
     *
     * @return true if nobody waits for it
     */
    public boolean isAbandoned() {
        return isAbandoned;
    }

    /** Completes it on the thread that polls. */
    public void completePolled() {
        if (isForCaller && station().progress().isPollingFor(this)) {
            completeForCaller();
        } else {
            complete();
        }
    }

    /**
     * Says that the memory that it was to be received into is gone.
     *
     * @return what was wrong, and what to do
     */
    public String unwritable() {
        return "the memory of a receive was closed, or is of another thread: operation="
                + this
                + "; close it when the receive is complete";
    }

    /**
     * Says why elements that have come could not be written.
     *
     * @param why what was thrown
     * @return what was wrong, and what to do
     */
    public String unwritable(RuntimeException why) {
        return Landing.isPageMissing(why)
                ? "elements could not be written: operation=" + this + " reason=" + why.getMessage()
                : unwritable();
    }

    /**
     * What a receive fails with whose message was taken back.
     *
     * @return a new exception
     */
    public TransportException withdrawn() {
        try {
            return new TransportClosedException(
                    "the sender has closed its endpoint, or the memory that it sent from, or its"
                            + " exchange has failed: operation="
                            + this);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return Failures.because(e);
        }
    }

    /** The receive of its exchange is posted: it is given up if nothing comes for it any more. */
    public void partnerIsPosted() {
        if (isComplete()) {
            onFail();
        }
    }

    @Override
    protected void onFail() {
        Operation receive = partner();
        TransportException why = receive == null ? null : whyPartnerFails();
        if (why != null) {
            var _ = receive.station().matcher().giveUp(receive, why);
        }
    }

    @Override
    protected void onComplete() {
        station().onComplete();
    }

    /**
     * Waits until it is complete, and does the copying meanwhile that is left to it.
     *
     * @param timeoutNs longest wait, nanoseconds
     * @return whether it is complete
     */
    public boolean awaitCompletion(long timeoutNs) {
        if (isComplete()) {
            return true;
        }
        Progress progress = station().progress();
        boolean isNear = isNear();
        if (mayCopyWhileItWaits()) {
            return awaitWorking(progress, timeoutNs, isNear);
        }
        return isNear ? progress.awaitNearby(this, timeoutNs) : progress.await(this, timeoutNs);
    }

    @Override
    protected void work(Outgoing left) {
        Operation send = isSend ? this : (Operation) left;
        Operation receive = isSend ? (Operation) left : this;
        if (receive.isInHalves()) {
            LocalMessages.copyHalf(send, receive, this);
        } else {
            LocalMessages.copy(send, receive, this);
        }
    }

    /** It is a receive whose elements are copied in two halves. */
    void inHalves() {
        fault = null;
        HALVES.setRelease(this, 2);
    }

    /** Whether two threads copy its elements, and one of them has not done so yet. */
    private boolean isInHalves() {
        return (int) HALVES.getAcquire(this) > 0;
    }

    /** A half is copied, or has failed; true for the second one. */
    boolean halfDone(Throwable failed) {
        if (failed != null) {
            fault = failed;
        }
        return (int) HALVES.getAndAdd(this, -1) == 1;
    }

    Throwable fault() {
        return fault;
    }

    /** The message that is kept for it will not come. */
    void messageLost(TransportException why) {
        fault = why;
    }

    /** What it fails with if the message that was kept for it is gone; null if none was. */
    TransportException whyMessageGone() {
        if (!isClaim) {
            return null;
        }
        return fault instanceof TransportException why
                ? why
                : new TransportException("the message is not there any more: operation=" + this);
    }

    @Override
    public Status await() {
        return outcome(awaitFailure());
    }

    /**
     * Waits, as {@link #await()} does, for who asks only how it ended.
     *
     * @return the failure, or {@code null} if all went well
     * @throws IllegalStateException in a handler of messages, unless it is complete
     */
    public TransportException awaitFailure() {
        if (!isComplete()) {
            station().checkMayWait(this);
            var _ = awaitCompletion(Long.MAX_VALUE);
        }
        return reportedFailure();
    }

    @Override
    public Status await(Duration timeout) {
        if (!isComplete()) {
            station().checkMayWait(this);
        }
        if (!awaitCompletion(Waiting.nanos(timeout))) {
            throw new TransportTimeoutException(
                    "not complete in time: timeout=" + timeout + " operation=" + this);
        }
        return outcome(reportedFailure());
    }

    private TransportException reportedFailure() {
        station().reported(this);
        return failure();
    }

    private Status outcome(TransportException failure) {
        if (failure != null) {
            throw failure;
        }
        return isSend ? null : status();
    }

    @Override
    public Status status() {
        if (isSend || !isComplete() || receivedType() == null) {
            return null;
        }
        return station()
                .statuses()
                .of(
                        peer().id(),
                        peerEndpoint(),
                        tag(),
                        context(),
                        receivedType(),
                        total() >> receivedType().shift(),
                        failure() instanceof MessageMismatchException);
    }

    @Override
    public Object object() {
        if (!wantsObject() || !isComplete() || failure() != null) {
            throw new IllegalStateException(
                    "no object has been received: operation="
                            + this
                            + "; a request of irecvObject has one once it is complete");
        }
        if (object == null) {
            Object decoded = station().codec().decode((byte[]) slice().array());
            object = decoded == null ? NOTHING : decoded;
        }
        return object == NOTHING ? null : object;
    }

    @Override
    public Endpoint endpoint() {
        return station().endpoint();
    }

    @Override
    public boolean test() {
        if (!isComplete()) {
            station().pollOnce();
        }
        if (isComplete()) {
            station().reported(this);
            return true;
        }
        return false;
    }

    @Override
    public boolean cancel() {
        if (isSend || isComplete()) {
            return false;
        }
        var cancelled = new TransportClosedException("the receive was cancelled: " + this);
        boolean isTakenBack = station().matcher().giveUp(this, cancelled);
        if (isTakenBack) {
            station().reported(this);
        }
        return isTakenBack;
    }

    @Override
    public String toString() {
        String other =
                peer() == null
                        ? EndpointAddress.ANY_SOURCE.toString()
                        : peer().name(peerEndpoint());
        return "%s %s %s tag=%s context=%s %s %s"
                .formatted(
                        isSend ? "send to" : "receive from",
                        other,
                        isSend ? "" : "at " + station().address(),
                        tag(),
                        context(),
                        slice(),
                        isComplete() ? "complete" : "pending, moved=" + moved() + " B");
    }
}
