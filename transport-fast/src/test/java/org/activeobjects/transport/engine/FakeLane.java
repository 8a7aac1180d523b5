package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.spi.DirectLane;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A lane within a test: step by step, and never further than the test allows. */
final class FakeLane implements DirectLane {

    private static final int STEP = 1024;

    /** What is exposed, by handle; both ends of a link share it. */
    private final Map<Long, Slice> exposed;

    private final AtomicLong nextHandle;

    final AtomicInteger exposures = new AtomicInteger();
    final AtomicInteger concealments = new AtomicInteger();
    final AtomicInteger ends = new AtomicInteger(); // of those, as far as nobody reads any more
    final AtomicInteger pulls = new AtomicInteger();
    final AtomicInteger abandoned = new AtomicInteger();
    final AtomicLong stepsAllowed = new AtomicLong(Long.MAX_VALUE);
    final AtomicLong stepsDone = new AtomicLong();
    final Queue<Integer> ahead = new ConcurrentLinkedQueue<>();
    volatile boolean exposesNothing;
    volatile boolean pullsNothing;
    volatile Runnable beforePull = () -> {};
    volatile boolean fails;
    volatile boolean runsByItself;

    FakeLane() {
        this.exposed = new ConcurrentHashMap<>();
        this.nextHandle = new AtomicLong(100);
    }

    FakeLane(FakeLane otherEnd) {
        this.exposed = otherEnd.exposed;
        this.nextHandle = otherEnd.nextHandle;
    }

    int nowExposed() {
        return exposed.size();
    }

    @Override
    public long expose(Slice source, int ahead) {
        this.ahead.add(ahead);
        return expose(source);
    }

    @Override
    public long expose(Slice source) {
        if (exposesNothing) {
            return NOTHING;
        }
        exposures.incrementAndGet();
        long handle = nextHandle.incrementAndGet();
        exposed.put(handle, source);
        return handle;
    }

    @Override
    public void conceal(long handle) {
        concealments.incrementAndGet();
        if (exposed.remove(handle) == null) {
            throw new AssertionError("concealed twice: handle=" + handle);
        }
    }

    @Override
    public void wasRead(long handle) {
        ends.incrementAndGet();
        conceal(handle);
    }

    @Override
    public Pull pull(long handle, Slice destination, long length) {
        beforePull.run();
        Slice source = exposed.get(handle);
        if (source == null || pullsNothing || source.byteLength() != length) {
            return null;
        }
        pulls.incrementAndGet();
        return new Copy(handle, source, destination);
    }

    /** One transfer. */
    private final class Copy implements Pull {

        private final long handle;
        private final Slice source;
        private final Slice destination;
        private long done;
        private boolean isOver;

        Copy(long handle, Slice source, Slice destination) {
            this.handle = handle;
            this.source = source;
            this.destination = destination;
        }

        @Override
        public boolean advance() {
            if (isOver) {
                throw new AssertionError("moved after its end");
            }
            if (fails) {
                isOver = true;
                throw new TransportException("the lane is broken");
            }
            if (!exposed.containsKey(handle)) {
                isOver = true;
                throw new TransportClosedException("nothing there");
            }
            if (stepsAllowed.get() > 0) {
                stepsAllowed.decrementAndGet();
                long now = Math.min(STEP, source.byteLength() - done);
                source.transferTo(done, destination, done, now);
                done += now;
                stepsDone.incrementAndGet();
            }
            isOver = done == source.byteLength();
            return isOver;
        }

        @Override
        public boolean runsByItself() {
            return runsByItself;
        }

        @Override
        public void abandon() {
            if (isOver) {
                throw new AssertionError("given up after its end");
            }
            isOver = true;
            abandoned.incrementAndGet();
        }
    }
}
