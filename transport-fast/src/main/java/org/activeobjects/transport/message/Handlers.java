package org.activeobjects.transport.message;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.progress.Progress;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The handlers of one runtime, by number, and what is known while one runs.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Handlers {

    static final Object[] NO_ATTACHMENTS = {};

    private static final FaultLog FAILED =
            new FaultLog(Handlers.class, "a message handler failed handler={} from={}");
    private static final FaultLog NOT_OFFERED =
            new FaultLog(Handlers.class, "a message handler failed to offer an array handler={}");
    private static final int COUNT = 256;
    private static final int MOST_KEPT = 1 << 19;

    private final AtomicReferenceArray<Registered> handlers = new AtomicReferenceArray<>(COUNT);
    private final ThreadLocal<Running> running = ThreadLocal.withInitial(Running::new);
    private final HandlerWatch watch = new HandlerWatch();
    private final Debt others = new Debt();
    private final AtomicReference<byte[]> frame = new AtomicReference<>();
    private final AtomicBoolean hasWarned = new AtomicBoolean();
    private final Logger log;
    private volatile boolean runOnCallers;

    /** No handlers. */
    public Handlers() {
        this(LogManager.getLogger(Handlers.class));
    }

    Handlers(Logger log) {
        this.log = log;
    }

    /**
     * Names the code for a number.
     *
     * @param number 1 to 255
     * @param code what to run
     * @throws IllegalArgumentException if the number is out of range
     * @throws IllegalStateException if the number is taken
     */
    public void add(int number, MessageHandler code) {
        check(number);
        Objects.requireNonNull(code, "the code of a message handler is null");
        if (!handlers.compareAndSet(number, null, new Registered(number, code))) {
            throw new IllegalStateException(
                    "the handler number is taken: handler="
                            + number
                            + "; choose another one, on both sides");
        }
    }

    /**
     * Checks a number.
     *
     * @param number any number
     * @throws IllegalArgumentException if it is not 1 to 255
     */
    public static void check(int number) {
        if (number < 1 || number >= COUNT) {
            throw new IllegalArgumentException("handler outside 1 to 255: handler=" + number);
        }
    }

    /**
     * Sees handlers that take too long.
     *
     * @return the watch
     */
    public HandlerWatch watch() {
        return watch;
    }

    /**
     * Whether the calling thread runs a handler, and so must not wait.
     *
     * @return true if so
     */
    public boolean isRunning() {
        return running.get().depth > 0;
    }

    /**
     * Messages of this runtime to itself are handled from now on, by the threads that send them.
     */
    public void runOnCallers() {
        if (!runOnCallers) {
            runOnCallers = true;
        }
    }

    /**
     * As {@link #isRunning}, of a thread of users that does not move the links: it is asked in each
     * call that waits.
     *
     * @return true if so
     */
    public boolean isRunningOnCaller() {
        return runOnCallers && isRunning();
    }

    /**
     * Whether the calling thread runs a handler, or moves the links, and so must not wait.
     *
     * @param links who moves the links of this runtime
     * @return true if so
     */
    public boolean mustNotWait(Progress links) {
        return isRunning() || links.isPolling();
    }

    /**
     * For whom the calling thread runs a handler.
     *
     * @return who bears what the handler leaves behind, or {@code null} if none runs
     */
    public Debt debt() {
        return running.get().debt;
    }

    /**
     * A handler begins on the calling thread.
     *
     * @param place where it runs
     * @param handler the handler
     * @param debt who bears what it leaves behind; {@code null} for this runtime
     * @return for {@link #leave}
     */
    public Running enter(HandlerWatch.Place place, Object handler, Debt debt) {
        Running mine = running.get();
        place.enter(handler); // without stack for that it has not begun: nobody would leave it
        if (mine.depth++ == 0) {
            mine.debt =
                    debt == null
                            ? others
                            : debt; // what nested handlers do is done for the outermost
        }
        return mine;
    }

    /**
     * The handler has ended.
     *
     * @param place where it ran
     * @param mine what {@link #enter} gave
     */
    public void leave(HandlerWatch.Place place, Running mine) {
        if (--mine.depth == 0) {
            mine.debt = null;
        }
        place.leave();
    }

    /** An array for an attachment of a message to a handler: one that it offers, or a fresh one. */
    Object arrayFor(int number, ElementType type, int count) {
        Object offered = offered(number, type, count);
        return offered == null ? FreshArrays.allocate(type, count) : offered;
    }

    /** An array that a handler offers for an attachment; null if it offers none that is right. */
    Object offered(int number, ElementType type, int count) {
        Registered handler = handlers.get(number);
        if (handler == null) {
            return null;
        }
        try {
            Object offered = handler.code.arrayFor(type, count);
            if (offered != null) {
                Slice whole = Slice.of(offered); // fails if it is no array of primitives
                if (whole.type() != type || whole.count() != count) {
                    throw new IllegalArgumentException(
                            "an array for an attachment is of another type or length: type=%s count=%s offered=%s"
                                    .formatted(type, count, whole));
                }
            }
            return offered;
        } catch (RuntimeException | Error e) {
            NOT_OFFERED.tell(handler, e);
            return null;
        }
    }

    /**
     * Bytes to take a frame apart in: those that were given back last, if they are enough. Nearly
     * always one thread asks at a time.
     */
    byte[] takeFrame(int length) {
        byte[] kept = frame.getAndSet(null);
        return kept != null && kept.length >= length ? kept : new byte[length];
    }

    /** Gives back what {@link #takeFrame} gave; what was in it is not used any more. */
    void giveBackFrame(byte[] bytes) {
        if (bytes.length <= MOST_KEPT) {
            frame.set(bytes);
        }
    }

    void dispatch(
            HandlerWatch.Place place,
            Debt debt,
            int number,
            RuntimeId from,
            int stream,
            byte[] head,
            Object[] attachments) {
        Registered handler = handlers.get(number);
        if (handler == null) {
            if (hasWarned.compareAndSet(false, true)) {
                log.warn(
                        "a message was dropped, for there is no handler of its number, and its"
                                + " sender is not told; name handlers before others post to them"
                                + " (more of the kind are dropped without a word) handler={}"
                                + " from={}",
                        number,
                        from);
            }
            return;
        }
        Running mine = enter(place, handler, debt);
        try {
            handler.code.onMessage(from, stream, head, attachments);
        } catch (RuntimeException | Error e) {
            // The fault of one handler must not stop the messages of all others.
            FAILED.tell(handler, from, e);
        } finally {
            leave(place, mine);
        }
    }

    private record Registered(int number, MessageHandler code) {
        @Override
        public String toString() {
            return number + " " + code.getClass().getName();
        }
    }

    /** What a thread runs. */
    public static final class Running {
        private int depth;
        private Debt debt;

        private Running() {}
    }

    /**
     * Bytes of the messages that the handlers of one peer's messages have posted and that wait,
     * copied, for room. While there is much of it, no more of that peer's messages are handled; so
     * the peer gets no credits, and whoever posts there comes to wait.
     *
     * <p><b>Threading:</b> safe.
     */
    public static final class Debt {

        static final long MUCH = 1 << 20;
        static final long LIMIT = MessageOutput.WINDOW;

        private final AtomicLong bytes = new AtomicLong();

        Debt() {}

        boolean isMuch() {
            return bytes.get() > MUCH;
        }

        /** Takes a message on; one alone may have any length. */
        void add(OutboundMessage message) {
            long before = bytes.getAndAdd(message.length());
            if (before > 0 && before + message.length() > LIMIT) {
                repay(message.length());
                throw new IllegalStateException(
                        ("a handler posts more than this runtime keeps for it: waitingBytes=%s"
                                        + " limit=%s message=%s; hand such work to a thread, which"
                                        + " can wait")
                                .formatted(before, LIMIT, message));
            }
        }

        void repay(long repaid) {
            bytes.addAndGet(-repaid);
        }

        @Override
        public String toString() {
            return bytes.get() + " bytes";
        }
    }
}
