package org.activeobjects.internal.future;

import org.activeobjects.internal.thrown.Thrown;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The calls of a runtime that have failed without anybody having waited for their results or looked
 * at them since: when the runtime ends, the log tells of them.
 *
 * <p>The first of them are known by name and text, the others by their number only. After a second
 * nothing is held but texts: neither the exceptions, which may refer to anything, nor the objects
 * that were called.
 *
 * <p><b>Threading:</b> safe. What a call costs that succeeds is one comparison.
 */
public final class UnseenFailures {

    private static final Logger LOG = LogManager.getLogger(UnseenFailures.class);

    /** So many are told of by name and text. */
    static final int MOST = 16;

    private static final Executor SOON =
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Thread::startVirtualThread);

    private final Set<Entry> kept = new LinkedHashSet<>();
    private long others;
    private boolean isTextDue;

    private final Consumer<String> log;

    /** Without any. */
    public UnseenFailures() {
        this(LOG::error);
    }

    /** Without any; they are told there. */
    UnseenFailures(Consumer<String> log) {
        this.log = log;
    }

    /** Something that is called. */
    public interface Callee {

        /**
         * Where its calls that fail are noted until somebody knows.
         *
         * @return those of the runtime that calls
         */
        UnseenFailures unseenFailures();
    }

    /** A call has failed; the loss of its runtime has been told of already. */
    static void note(Promise call, Failure failure) {
        if (call.callee() instanceof Callee callee && !failure.isByLoss()) {
            Entry entry = callee.unseenFailures().new Entry(call, failure);
            if (failure.noted(entry)) {
                entry.add();
            }
        }
    }

    /** Tells of all that nobody knows of, and forgets them. */
    public void tell() {
        List<Entry> untold;
        long more;
        synchronized (this) {
            untold = new ArrayList<>(kept);
            untold.forEach(Entry::remove);
            more = others;
            others = 0;
        }
        for (Entry entry : untold) {
            log.accept(
                    "call failed, and nobody has looked at its result: call="
                            + entry.call
                            + " exception="
                            + entry.text());
        }
        if (more > 0) {
            log.accept(
                    "more calls failed, and nobody has looked at their results: calls="
                            + more
                            + "; use the results of calls, or ask PAException.isException for"
                            + " them");
        }
    }

    /** Puts texts in the place of exceptions. */
    void makeTexts() {
        List<Entry> entries;
        synchronized (this) {
            isTextDue = false;
            entries = new ArrayList<>(kept);
        }
        entries.forEach(Entry::text);
    }

    private enum State {
        NEW,
        KEPT,
        COUNTED,
        GONE
    }

    /** One call that has failed. */
    final class Entry {

        private final String call;
        private State state = State.NEW;
        private Failure failure;
        private String text;

        private Entry(Promise promise, Failure failure) {
            this.call = promise.description();
            this.failure = failure;
        }

        private void add() {
            boolean isFirst = false;
            synchronized (UnseenFailures.this) {
                if (state == State.GONE) {
                    return;
                }
                if (kept.size() < MOST) {
                    state = State.KEPT;
                    kept.add(this);
                    isFirst = !isTextDue;
                    isTextDue = true;
                } else {
                    state = State.COUNTED;
                    others++;
                }
            }
            if (isFirst) {
                SOON.execute(UnseenFailures.this::makeTexts);
            }
        }

        /** Somebody knows of it, or it is told. */
        void remove() {
            synchronized (UnseenFailures.this) {
                if (state == State.KEPT) {
                    kept.remove(this);
                } else if (state == State.COUNTED && others > 0) {
                    others--;
                }
                state = State.GONE;
            }
        }

        private synchronized String text() {
            if (text == null) {
                text = Thrown.traceOf(failure.peek());
                failure = null;
            }
            return text;
        }
    }
}
