package org.activeobjects.transport.netty.loop;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;

import org.activeobjects.transport.address.RuntimeId;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one runtime's connections.
 *
 * <p>Netty tells of a loop's end by its global executor, whose thread is no daemon and stays for a
 * second: a program that has closed its last runtime would wait for it before it ends. These tell
 * of it themselves, as the last that their thread does.
 */
public final class EventLoops extends MultiThreadIoEventLoopGroup {

    private static final int CORES_PER_LOOP = 4;
    private static final long END_MS = 2000;

    private static final class Loop extends SingleThreadIoEventLoop {

        private final Promise<Void> end;

        Loop(
                IoEventLoopGroup parent,
                Executor executor,
                IoHandlerFactory handlers,
                Promise<Void> end) {
            super(parent, telling(executor, end), handlers);
            this.end = end;
        }

        private static Executor telling(Executor executor, Promise<Void> end) {
            return loop -> executor.execute(() -> run(loop, end));
        }

        private static void run(Runnable loop, Promise<Void> end) {
            try {
                loop.run();
            } finally {
                end.trySuccess(null);
            }
        }

        @Override
        public Future<?> terminationFuture() {
            return end;
        }
    }

    /**
     * Starts daemon threads, one for every four cores.
     *
     * @param runtime whose loops they are; its id is in the threads' names
     * @param handlers what the loops use of the operating system
     */
    public EventLoops(RuntimeId runtime, IoHandlerFactory handlers) {
        super(
                Math.max(1, Runtime.getRuntime().availableProcessors() / CORES_PER_LOOP),
                new DefaultThreadFactory("netty-link-" + runtime.toString().substring(0, 8), true),
                handlers);
    }

    @Override
    protected IoEventLoop newChild(
            Executor executor, IoHandlerFactory handlers, Object... arguments) {
        return new Loop(
                this, executor, handlers, new DefaultPromise<>(ImmediateEventExecutor.INSTANCE));
    }

    /**
     * Tells these threads from others.
     *
     * @return whether the calling thread is one of these
     */
    public boolean areCalling() {
        for (EventExecutor loop : this) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Ends them at once; returns when they have ended, unless one of them calls. */
    public void end() {
        Future<?> end = shutdownGracefully(0, 1, TimeUnit.SECONDS);
        if (!areCalling()) {
            var _ = end.awaitUninterruptibly(END_MS);
        }
    }
}
