package org.activeobjects.internal.pending;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.SynchronousCalls;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What another runtime was asked, and its answer. Such answers come soon, unless the runtime is
 * stopped, has no time, or runs code of the user's to find them: a wait that lasts is told in the
 * log, and has the limit of synchronous calls.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Inquiry extends Promise {

    private static final Logger LOG = LogManager.getLogger(Inquiry.class);

    /** A wait is told of for the first time when it has lasted so long. */
    private static final long FIRST_MS = 10_000;

    private final long limitMs;
    private final long firstMs;
    private volatile long requestId;
    private final Consumer<String> log;

    /**
     * For one question.
     *
     * @param asked whose text says what was asked of whom
     * @param limitMs longest wait for the answer in milliseconds; 0 for none
     */
    public Inquiry(Object asked, long limitMs) {
        this(asked, limitMs, FIRST_MS, LOG::warn);
    }

    /** As above; a wait is told of when it has lasted {@code firstMs} milliseconds, and there. */
    Inquiry(Object asked, long limitMs, long firstMs, Consumer<String> log) {
        super(Object.class, asked);
        this.limitMs = limitMs;
        this.firstMs = firstMs;
        this.log = log;
    }

    /**
     * The question was sent.
     *
     * @param id its number, 1 or more
     * @return this
     */
    public Inquiry sentAs(long id) {
        requestId = id;
        return this;
    }

    /** {@return the number of the question, 0 before it was sent} */
    public long requestId() {
        return requestId;
    }

    /**
     * Waits for the answer, and throws nothing that was answered.
     *
     * @throws ProActiveTimeoutException if it did not come within the limit
     * @throws ActiveObjectException if the thread is interrupted
     */
    public void awaitAnswer() {
        awaitAnswer(limitMs);
    }

    /**
     * As above, with a limit of its own.
     *
     * @param timeoutMs longest wait in milliseconds; 0 for none
     */
    public void awaitAnswer(long timeoutMs) {
        if (isDone() || spin()) {
            return;
        }
        CompletableFuture<?> reminder = remind();
        try {
            await(timeoutMs);
        } catch (ProActiveTimeoutException e) {
            throw new ProActiveTimeoutException(
                    "no answer in time: asked="
                            + description()
                            + " timeoutMs="
                            + timeoutMs
                            + "; its runtime may be stopped or have no time, and may still do it;"
                            + " the limit is that of -D"
                            + SynchronousCalls.LIMIT,
                    e);
        } finally {
            var _ = reminder.cancel(false);
        }
    }

    /**
     * Waits for the answer of a system call.
     *
     * @param answer what {@code Messenger.systemCall} gave, or any other promise
     * @return the answer
     * @throws ProActiveTimeoutException if it did not come within the limit of synchronous calls
     * @throws RuntimeException what the call failed with; checked exceptions as the cause of an
     *     {@code ActiveObjectException}
     */
    public static Object result(Promise answer) {
        if (answer instanceof Inquiry inquiry) {
            inquiry.awaitAnswer();
        }
        return resultInTheEnd(answer);
    }

    /**
     * As {@link #result}, but without a limit, and an interrupt waits, too: for those who cannot go
     * on without the answer.
     *
     * @param answer what {@code Messenger.systemCall} gave, or any other promise
     * @return the answer
     */
    public static Object resultInTheEnd(Promise answer) {
        if (answer instanceof Inquiry inquiry) {
            inquiry.awaitInTheEnd();
        }
        try {
            return answer.get(0);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ActiveObjectException("system call failed: call=" + answer, e);
        }
    }

    private void awaitInTheEnd() {
        boolean isInterrupted = false;
        while (!isDone()) {
            isInterrupted |= Thread.interrupted();
            try {
                awaitAnswer(0);
            } catch (ActiveObjectException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Tells in the log of a wait that lasts: first after ten seconds, then whenever it has lasted
     * twice as long.
     *
     * @return cancelled by whoever waits, when he does so no longer
     */
    public CompletableFuture<?> remind() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        remind(over, firstMs, firstMs);
        return over;
    }

    private void remind(CompletableFuture<Void> over, long delayMs, long waitedMs) {
        CompletableFuture<Void> later =
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, delayMs, TimeUnit.MILLISECONDS);
        var _ = over.whenComplete((done, failure) -> later.cancel(false));
        var _ =
                later.thenRunAsync(
                        () -> {
                            if (!over.isDone()) {
                                tell(waitedMs);
                                remind(over, waitedMs, 2 * waitedMs);
                            }
                        },
                        Thread::startVirtualThread);
    }

    private void tell(long waitedMs) {
        log.accept(
                "no answer yet: asked="
                        + description()
                        + " waitedMs="
                        + waitedMs
                        + "; its runtime may be stopped or have no time, or runs code of yours to"
                        + " answer; -D"
                        + SynchronousCalls.LIMIT
                        + " limits such waits");
    }
}
