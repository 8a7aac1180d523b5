package org.activeobjects.internal.exception;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.spi.StubMethod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A block of code whose exceptions are caught around it, so that calls in it which may throw them
 * need not be waited for one by one.
 *
 * <p>A call belongs to the innermost block of its thread that catches all it may throw. A block is
 * of the service that began it: one that is served within another has none of the other's, and what
 * a method has not ended ends with its service.
 *
 * <p><b>Threading:</b> used by one thread, but for the reports of what nobody looked at.
 *
 * <p><b>Source:</b> the exception masks of ProActive. Different here: what arrives after the end of
 * its block is reported like the exception of a one-way call.
 */
public final class TryBlock {

    /** So many calls are kept before those are dropped that have gone well. */
    private static final int FIRST_SWEEP = 16;

    private static final ThreadLocal<TryBlock> INNERMOST = new ThreadLocal<>();

    /** Until a program announces its first block, calls need not look for one. */
    private static volatile boolean isInUse;

    private final TryBlock outer;
    private final Class<?>[] caught;
    private final List<Promise> calls = new ArrayList<>();

    /** Those whose failure somebody has been told in the block. */
    private final Set<Promise> seen = new HashSet<>();

    private int sweepAt = FIRST_SWEEP;

    private TryBlock(TryBlock outer, Class<?>[] caught) {
        this.outer = outer;
        this.caught = caught;
    }

    /**
     * Begins a block of the calling thread.
     *
     * @param caught classes of the exceptions that are caught around it
     */
    public static void begin(Class<?>[] caught) {
        isInUse = true;
        INNERMOST.set(new TryBlock(INNERMOST.get(), caught));
    }

    /**
     * The innermost block.
     *
     * @return the block of the calling thread
     * @throws IllegalStateException if it has none
     */
    public static TryBlock current() {
        TryBlock block = INNERMOST.get();
        if (block == null) {
            throw new IllegalStateException(
                    "no block of exceptions has begun: thread="
                            + Thread.currentThread().getName()
                            + "; call PAException.tryWithCatch before the try");
        }
        return block;
    }

    /**
     * The block that a call belongs to.
     *
     * @param method what is called
     * @return the block, or {@code null} if none catches what the method may throw
     */
    public static TryBlock around(StubMethod method) {
        if (!isInUse) {
            return null;
        }
        TryBlock block = INNERMOST.get();
        while (block != null && !block.catchesAllOf(method)) {
            block = block.outer;
        }
        return block;
    }

    private boolean catchesAllOf(StubMethod method) {
        if (!method.declaresExceptions()) {
            return catchesRuntimeExceptions();
        }
        for (Class<?> declared : method.checkedExceptions()) {
            if (!isCaught(declared)) {
                return false;
            }
        }
        return true;
    }

    private boolean catchesRuntimeExceptions() {
        for (Class<?> one : caught) {
            if (one.isAssignableFrom(RuntimeException.class)
                    || RuntimeException.class.isAssignableFrom(one)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCaught(Class<?> declared) {
        for (Class<?> one : caught) {
            if (one.isAssignableFrom(declared)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Puts the blocks of the calling thread aside, before it serves a request.
     *
     * @return for {@link #resume}; {@code null} if there is none
     */
    public static TryBlock suspend() {
        TryBlock block = isInUse ? INNERMOST.get() : null;
        if (block != null) {
            INNERMOST.remove();
        }
        return block;
    }

    /**
     * Ends the blocks that the request has left, and brings back those from before.
     *
     * @param block what {@link #suspend} returned
     */
    public static void resume(TryBlock block) {
        if (!isInUse) {
            return;
        }
        for (TryBlock left = INNERMOST.get(); left != null; left = left.outer) {
            left.end();
        }
        if (block != null) {
            INNERMOST.set(block);
        }
    }

    /**
     * Takes note of a call.
     *
     * @param call what its result is expected by
     */
    public void add(Promise call) {
        if (calls.size() >= sweepAt) {
            calls.removeIf(Promise::hasSucceeded);
            sweepAt = Math.max(FIRST_SWEEP, 2 * calls.size());
        }
        calls.add(call);
    }

    /** Waits until every call has been answered. */
    public void await() {
        Several.awaitAll(calls, 0);
    }

    /**
     * What calls of this block have failed with so far.
     *
     * @return exceptions, in the order of the calls
     */
    public List<Throwable> failures() {
        return failed().stream().map(TryBlock::failureOf).toList();
    }

    /** Those that have failed so far, which somebody knows of from now on. */
    private List<Promise> failed() {
        List<Promise> failed = calls.stream().filter(Promise::hasFailed).toList();
        seen.addAll(failed);
        return failed;
    }

    /**
     * Throws what the first call that has failed so far failed with; the others are listed with it
     * as suppressed ones.
     */
    public void throwFailure() {
        List<Promise> failed = failed();
        if (failed.isEmpty()) {
            return;
        }
        try {
            var _ = failed.getFirst().get(0);
        } catch (Throwable failure) {
            Set<Throwable> listed = Collections.newSetFromMap(new IdentityHashMap<>());
            listed.add(failure);
            listed.addAll(List.of(failure.getSuppressed()));
            failed.stream()
                    .map(TryBlock::failureOf)
                    .filter(listed::add)
                    .forEach(failure::addSuppressed);
            TryBlock.<RuntimeException>rethrow(failure);
        }
    }

    @SuppressWarnings(
            "unchecked") // the catch clauses around the block are those for what it throws
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Ends the block. What nobody has looked at is reported, now or when it comes. */
    public void end() {
        INNERMOST.set(outer);
        if (outer == null) {
            INNERMOST.remove();
        }
        for (Promise call : calls) {
            boolean hasFuture = call.method().returnType() != void.class;
            if (!hasFuture && !call.hasSucceeded() && !seen.contains(call)) {
                call.forwardTo(new Report(call));
            }
        }
    }

    private static Throwable failureOf(Promise call) {
        Throwable[] found = new Throwable[1];
        call.tell(
                new Answer() {
                    @Override
                    public void value(Object value) {}

                    @Override
                    public void failure(Throwable failure) {
                        found[0] = failure;
                    }
                });
        return found[0];
    }

    /** Reports the failure of a call that nobody waits for any more. */
    private record Report(Promise call) implements Answer {

        @Override
        public void value(Object value) {}

        @Override
        public void failure(Throwable failure) {
            Failures.reportLate(call, failure);
        }
    }
}
