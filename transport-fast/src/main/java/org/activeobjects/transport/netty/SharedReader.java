package org.activeobjects.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

import org.activeobjects.transport.netty.FrameParser.WrongFrameException;
import org.activeobjects.transport.spi.FrameReceiver;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads on the thread that polls, which saves the hand-over; and on the event loop while nobody
 * polls.
 *
 * <p>The loop watches the socket or it does not. While it does, a frame wakes it; if the link was
 * polled since it last looked, it leaves the frame to whoever polls, stops watching, and looks
 * again about every millisecond whether polling goes on. Is there none, or does the poller say that
 * it is about to sleep, it watches again. So a busy exchange never wakes it, and what comes to a
 * runtime that sleeps or computes is handed over by it.
 *
 * <p>A poll costs a system call, also one that finds nothing: a connection that has been quiet for
 * many polls is left to the loop until something comes or is sent.
 *
 * <p><b>Threading:</b> whoever reads has {@code busy}; nobody waits for it. Fields that are not
 * volatile belong to who has it, or to the event loop where that is said.
 */
@SuppressWarnings({
    "FutureReturnValueIgnored", // how it ends is told by the channel going inactive
    "ThreadPriorityCheck" // yielding hands a message over
})
final class SharedReader extends FrameReader {

    /** Bytes of one read: large enough for bulk data, small enough to stay in the cache. */
    private static final int BUFFER_LENGTH = 64 * 1024;

    private static final int FRAMES_PER_TURN = 64;
    private static final int QUIET_POLLS = 2000;
    private static final int LAST_TURNS = 1024;
    private static final long LOOK_MS = 1;
    private static final int VAIN_LOOKS = 10;

    private static final VarHandle BUSY;
    private static final VarHandle QUIET;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BUSY = lookup.findVarHandle(SharedReader.class, "busy", boolean.class);
            QUIET = lookup.findVarHandle(SharedReader.class, "quietPolls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LinkChannel socket;
    private final Runnable look = this::look;
    private final Runnable watching = this::watchNow;
    private ByteBuf buffer;
    private ByteBuffer room;
    private MemorySegment memory;
    private Thread reader; // who has it all
    private int from;
    private int to;
    private boolean atEnd;
    private boolean wasOpen; // event loop: the peer had not ended it when this side closed it
    private ScheduledFuture<?> looking; // event loop; null while it does not
    private int vainLooks; // event loop; in a row
    private volatile boolean hasLeftover;
    private volatile boolean wasPolled;
    private volatile boolean watches;
    private volatile boolean inactive;
    private volatile boolean told;

    private volatile boolean busy;
    private int quietPolls;

    SharedReader(LinkChannel channel, FrameReceiver receiver) {
        super(channel, receiver);
        this.socket = channel;
    }

    @Override
    void start() {
        socket.readBy(this);
        watchNow();
    }

    @Override
    boolean isPolled() {
        return true;
    }

    @Override
    int poll(int limit) {
        int quiet = (int) QUIET.getOpaque(this);
        if (quiet >= QUIET_POLLS) {
            return 0;
        }
        if (!wasPolled) {
            wasPolled = true;
        }
        int moved = take(limit);
        if (moved != 0) {
            QUIET.setOpaque(this, 0);
            return Math.max(0, moved);
        }
        QUIET.setOpaque(this, quiet + 1);
        if (quiet + 1 == QUIET_POLLS) {
            watch();
        }
        return 0;
    }

    @Override
    boolean hasInput() {
        expectAnswer(); // so that the next poll looks
        return hasLeftover;
    }

    @Override
    void expectAnswer() {
        if ((int) QUIET.getOpaque(this) != 0) {
            QUIET.setOpaque(this, 0);
        }
    }

    @Override
    void watch() {
        // The loop does the same in the other order, so one of both sees the other.
        wasPolled = false;
        if (!watches && !told) {
            channel.eventLoop().execute(watching);
        }
    }

    /** Event loop: from now on a frame wakes it. */
    private void watchNow() {
        if (watches || !channel.isActive()) {
            return;
        }
        watches = true;
        if (hasLeftover) {
            var _ = push();
        }
        channel.read();
    }

    /** Event loop: looks whether polling goes on. */
    private void look() {
        if (watches || told) {
            vainLooks++;
            if (vainLooks == VAIN_LOOKS || told) {
                looking.cancel(false);
                looking = null;
            }
        } else if (wasPolled) {
            wasPolled = false;
        } else {
            watchNow();
        }
    }

    /**
     * Event loop: has it look. It goes on doing so for a while after it watches again, for to begin
     * anew after every short sleep of who polls would make objects each time.
     */
    private void lookLater() {
        vainLooks = 0;
        if (looking == null) {
            looking =
                    channel.eventLoop()
                            .scheduleWithFixedDelay(look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Event loop: something has come. Returns whether it goes on watching. */
    boolean onReadable() {
        watches = false;
        if (wasPolled) {
            wasPolled = false;
            lookLater();
            return false;
        }
        watches = true;
        if (push() < 0) {
            watches = false;
            lookLater();
            return false;
        }
        return true;
    }

    /** Event loop: hands over what is here. Returns 0 if nothing is, -1 if another thread does. */
    private int push() {
        int moved = take(FRAMES_PER_TURN);
        if (moved > 0) {
            expectAnswer();
            // No round follows in which what waits for room, or for one of these frames, is sent.
            receiver.onRoom();
            Thread.yield(); // as in LoopReader
        }
        return moved;
    }

    /** Event loop: the channel is about to be closed; what came before that is not lost. */
    void beforeClose() {
        for (int turn = 0; turn < LAST_TURNS && !parser.isStopped(); turn++) {
            int moved = take(FRAMES_PER_TURN);
            if (moved == 0) {
                wasOpen = !atEnd;
                return;
            } else if (moved < 0) {
                Thread.yield(); // whoever polls takes the same
            }
        }
    }

    /** Any thread. Returns frames, at least 1 if bytes were moved; -1 if another thread reads. */
    private int take(int limit) {
        if (busy || !BUSY.compareAndSet(this, false, true)) {
            return -1;
        }
        reader = Thread.currentThread();
        try {
            if (!told && !atEnd) {
                return read(limit);
            }
            closeIfFaulty();
        } catch (WrongFrameException e) {
            closeFor(e.getMessage(), null);
        } catch (IOException e) {
            atEnd = true;
            closeFor("the connection failed: " + e, e);
        } catch (RuntimeException | Error e) {
            atEnd = true;
            closeForFault(e);
        } finally {
            leave();
        }
        return 0;
    }

    private void leave() {
        reader = null;
        busy = false;
        if (inactive) {
            end();
        }
    }

    @Override
    void whileStill(Runnable task) {
        if (reader == Thread.currentThread()) {
            task.run();
            return;
        }
        while (!BUSY.compareAndSet(this, false, true)) {
            Thread.yield(); // until a read that does not wait is over
        }
        reader = Thread.currentThread();
        try {
            task.run();
        } finally {
            leave();
        }
    }

    private int read(int limit) throws IOException, WrongFrameException {
        boolean moved = false;
        int frames = 0;
        while (frames < limit && !parser.isStopped()) {
            ByteBuffer direct = from == to ? parser.directRoom() : null;
            int space = 0;
            int got = 0;
            if (direct != null) {
                space = direct.remaining();
                try {
                    got = socket.readNow(direct);
                } catch (IllegalStateException gone) {
                    parser.loseDirect(gone);
                    continue;
                }
                if (got > 0) {
                    parser.tookDirect(got);
                }
            } else if (from == to) {
                space = BUFFER_LENGTH;
                got = socket.readNow(emptyBuffer());
                from = 0;
                to = Math.max(0, got);
            }
            if (got < 0) {
                atEnd = true;
                closeFor(PEER_CLOSED, new EOFException(PEER_CLOSED));
                break;
            }
            moved |= got > 0 || from < to;
            if (from < to) {
                from = (int) parser.take(memory, from, to, limit - frames);
            }
            frames += parser.takeCompleted();
            if (got < space) {
                break; // all that was there
            }
        }
        boolean isLeft = from < to;
        if (hasLeftover != isLeft) {
            hasLeftover = isLeft;
        }
        return moved ? Math.max(1, frames) : 0;
    }

    private ByteBuffer emptyBuffer() {
        if (buffer == null) {
            buffer = channel.alloc().directBuffer(BUFFER_LENGTH, BUFFER_LENGTH);
            room = buffer.nioBuffer(0, BUFFER_LENGTH);
            memory = MemorySegment.ofBuffer(room);
        }
        return room.clear();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        inactive = true;
        end();
    }

    /** Tells of the end, once, when nobody reads; who does comes here afterwards. */
    private void end() {
        while (!told && BUSY.compareAndSet(this, false, true)) {
            try {
                reader = Thread.currentThread();
                if (!told) {
                    told = true;
                    if (buffer != null) {
                        buffer.release();
                        buffer = null;
                    }
                    tellClosed();
                }
            } finally {
                reader = null;
                busy = false;
            }
        }
    }

    @Override
    boolean mayBePeers() {
        return !wasOpen;
    }

    @Override
    String describe() {
        return "reads=%s quietPolls=%s".formatted(watches ? "loop" : "poller", quietPolls);
    }
}
