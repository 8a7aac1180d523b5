package org.activeobjects.transport.posix.socket;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.activeobjects.transport.posix.Downcalls;
import org.activeobjects.transport.posix.PinnedArrays;
import org.activeobjects.transport.posix.socket.Libc.Flow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * One end of a TCP connection. Sending and receiving never block; what they return is a number of
 * bytes, or the negative number of an error of {@link Errno}.
 *
 * <p><b>Threading:</b> one thread sends and one receives at a time; the rest by any thread. Closing
 * ends calls that wait; a call after that returns {@link Errno#CLOSED_HERE}.
 *
 * <p><b>Source:</b> the socket layer of Java Fast Sockets, which hands primitive arrays to the
 * kernel without serialization and copies; here without native code of our own.
 */
public final class StreamSocket implements AutoCloseable {

    /**
     * No call moves more, since the collector waits for the end of most: some 100 microseconds.
     * Fewer, and the kernel is slower: while a call lasts, both sides copy at once.
     */
    public static final int MAX_BYTES = 1024 * 1024;

    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_MORE = 0x8000;

    /** Pauses between the looks of a wait: each is twice as long as the one before. */
    private static final long FIRST_PAUSE_NS = 20_000;

    private static final long LAST_PAUSE_NS = 5_000_000;

    private final Descriptor descriptor;
    private final ArrayViews sent = new ArrayViews();
    private final ArrayViews received = new ArrayViews();
    private final MemorySegment sendErrno = Libc.newErrno();
    private final MemorySegment receiveErrno = Libc.newErrno();
    private final Descriptor.Poll input;
    private final Descriptor.Poll output;

    StreamSocket(Descriptor descriptor) {
        this.descriptor = descriptor;
        this.input = new Descriptor.Poll(descriptor, Descriptor.Poll.IN);
        this.output = new Descriptor.Poll(descriptor, Descriptor.Poll.OUT);
    }

    Descriptor descriptor() {
        return descriptor;
    }

    /**
     * Sends bytes of an array.
     *
     * @param array array of any primitive type but boolean
     * @param offset first byte, counted from the first element
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are sent
     * @return bytes sent, or a negative error
     */
    public int send(Object array, long offset, int length) {
        return sendFrom(sent.of(array), offset, length, 0);
    }

    /**
     * Sends bytes of memory.
     *
     * @param memory on or off the heap
     * @param offset first byte
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are sent
     * @return bytes sent, or a negative error
     */
    public int send(MemorySegment memory, long offset, int length) {
        return sendFrom(sent.of(memory), offset, length, 0);
    }

    /**
     * Sends bytes of a buffer.
     *
     * @param buffer the buffer
     * @param from first byte
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are sent
     * @return bytes sent, or a negative error
     */
    public int send(HeapBuffer buffer, int from, int length) {
        return sendFrom(buffer.parts(), from, length, 0);
    }

    /**
     * Sends bytes that others follow at once: the kernel may wait for those.
     *
     * @param buffer the buffer
     * @param from first byte
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are sent
     * @return bytes sent, or a negative error
     */
    public int sendAhead(HeapBuffer buffer, int from, int length) {
        return sendFrom(buffer.parts(), from, length, MSG_MORE);
    }

    private int sendFrom(Parts memory, long offset, int wanted, int flags) {
        long length = Math.min(wanted, MAX_BYTES);
        MemorySegment part = memory.from(offset, length);
        if (!descriptor.enter()) {
            return -Errno.CLOSED_HERE;
        }
        try {
            int all = flags | MSG_DONTWAIT | MSG_NOSIGNAL;
            int socket = descriptor.number();
            long result = (long) Flow.SEND.invokeExact(socket, part, length, all);
            if (result >= 0) {
                return (int) result;
            }
            int hint = Flow.hintOfErrno();
            if (hint == Errno.EAGAIN) {
                return -hint;
            }
            result = (long) Flow.SEND_TELLING.invokeExact(sendErrno, socket, part, length, all);
            return Errno.confirmed(hint, result, sendErrno);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            descriptor.leave();
        }
    }

    /**
     * A way to send elements behind a few other bytes in one call.
     *
     * @return one way, with memory of its own
     */
    public Gather gather() {
        return new Gather();
    }

    /**
     * Receives into an array.
     *
     * @param array array of any primitive type but boolean
     * @param offset first byte to be filled, counted from the first element
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are received
     * @return bytes received, 0 at the end of the stream, or a negative error
     */
    public int receive(Object array, long offset, int length) {
        return receiveInto(received.of(array), offset, length);
    }

    /**
     * Receives into memory.
     *
     * @param memory on or off the heap
     * @param offset first byte to be filled
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are received
     * @return bytes received, 0 at the end of the stream, or a negative error
     */
    public int receive(MemorySegment memory, long offset, int length) {
        return receiveInto(received.of(memory), offset, length);
    }

    /**
     * Receives into a buffer.
     *
     * @param buffer the buffer
     * @param from first byte to be filled
     * @param length bytes, 1 or more; at most {@link #MAX_BYTES} are received
     * @return bytes received, 0 at the end of the stream, or a negative error
     */
    public int receive(HeapBuffer buffer, int from, int length) {
        return receiveInto(buffer.parts(), from, length);
    }

    private int receiveInto(Parts memory, long offset, int wanted) {
        long length = Math.min(wanted, MAX_BYTES);
        MemorySegment part = memory.from(offset, length);
        if (!descriptor.enter()) {
            return -Errno.CLOSED_HERE;
        }
        try {
            int socket = descriptor.number();
            int flags = MSG_DONTWAIT;
            long result = (long) Flow.RECV.invokeExact(socket, part, length, flags);
            if (result >= 0) {
                return (int) result;
            }
            int hint = Flow.hintOfErrno();
            if (hint == Errno.EAGAIN) {
                return -hint;
            }
            result =
                    (long) Flow.RECV_TELLING.invokeExact(receiveErrno, socket, part, length, flags);
            return Errno.confirmed(hint, result, receiveErrno);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        } finally {
            descriptor.leave();
        }
    }

    /**
     * Whether a receive would find something: bytes, the end of the stream, or an error. May be
     * called by any thread.
     *
     * @return true if so; false also when the socket is closed
     */
    public boolean isReadable() {
        return input.isThere();
    }

    /**
     * Whether a send would take something, or fail. May be called by any thread.
     *
     * @return true if so; false also when the socket is closed
     */
    public boolean isWritable() {
        return output.isThere();
    }

    /**
     * Waits for input, the end of the stream, or an error; an interrupt does not end the wait. A
     * virtual thread leaves its carrier to others meanwhile.
     *
     * @param timeoutNs longest wait, nanoseconds
     * @return whether one of them is there; false also when the socket is closed
     */
    public boolean awaitInput(long timeoutNs) {
        return await(input, timeoutNs);
    }

    /** Waits until a connection is made, or has failed; as {@link #awaitInput} does. */
    boolean awaitOutput(long timeoutNs) {
        return await(output, timeoutNs);
    }

    /** Looks again and again: a wait in the kernel would keep the carrier of a virtual thread. */
    private boolean await(Descriptor.Poll event, long timeoutNs) {
        long start = System.nanoTime();
        long pauseNs = FIRST_PAUSE_NS;
        boolean interrupted = false;
        while (!event.isThere() && !isClosed() && System.nanoTime() - start < timeoutNs) {
            LockSupport.parkNanos(this, pauseNs);
            interrupted |= Thread.interrupted();
            pauseNs = Math.min(LAST_PAUSE_NS, 2 * pauseNs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return event.isThere();
    }

    /**
     * The address of this end.
     *
     * @return address and port
     * @throws IOException if the kernel does not tell it
     */
    public InetSocketAddress localAddress() throws IOException {
        return Sockets.nameOf(descriptor, Libc.GETSOCKNAME, "getsockname");
    }

    /**
     * The address of the other end.
     *
     * @return address and port
     * @throws IOException if the kernel does not tell it
     */
    public InetSocketAddress peerAddress() throws IOException {
        return Sockets.nameOf(descriptor, Libc.GETPEERNAME, "getpeername");
    }

    /**
     * Whether it was closed by this side.
     *
     * @return true if so
     */
    public boolean isClosed() {
        return descriptor.isClosed();
    }

    /** Ends the connection both ways; idempotent. */
    @Override
    public void close() {
        descriptor.close();
    }

    /**
     * Sends a few bytes, such as a header, and elements behind them in one call. The kernel is told
     * where the elements lie: an array is pinned meanwhile, other memory is kept open.
     *
     * <p><b>Threading:</b> as sending.
     *
     * <p><b>Source:</b> sendmsg(2).
     */
    public final class Gather {

        /** Longest head, bytes. */
        public static final int MAX_HEAD = 64;

        private static final long PARTS_ADDRESS = 16; // of struct msghdr
        private static final long PARTS_COUNT = 24;
        private static final long HEADER_LENGTH = 56;
        private static final long HEAD_ADDRESS = HEADER_LENGTH; // of struct iovec [2]
        private static final long HEAD_LENGTH = HEADER_LENGTH + 8;
        private static final long ELEMENTS_ADDRESS = HEADER_LENGTH + 16;
        private static final long ELEMENTS_LENGTH = HEADER_LENGTH + 24;
        private static final long HEAD = 128;

        private final MemorySegment message = Arena.ofAuto().allocate(HEAD + MAX_HEAD, 64);
        private PinnedArrays pins; // null until it is known that arrays can be pinned

        private Gather() {
            message.set(JAVA_LONG, PARTS_ADDRESS, message.address() + HEAD_ADDRESS);
            message.set(JAVA_LONG, PARTS_COUNT, 2);
            message.set(JAVA_LONG, HEAD_ADDRESS, message.address() + HEAD);
        }

        /**
         * Whether elements can be sent from where they lie; the first question about an array has a
         * thread find it out.
         *
         * @param place an array of any primitive type but boolean, or memory
         * @return true if so; false also for arrays while it is not known
         */
        public boolean takes(Object place) {
            if (place instanceof MemorySegment memory) {
                return memory.isNative();
            }
            if (pins == null) {
                pins = PinnedArrays.soon();
            }
            return pins != null;
        }

        /**
         * Sends.
         *
         * @param head has the bytes that go first
         * @param from the first of them
         * @param headLength their number, 1 to {@link #MAX_HEAD}
         * @param place what {@link #takes} has said yes to; no memory that is mapped from a file
         * @param offset first byte, counted from the first element
         * @param length bytes of it, of which at most {@link #MAX_BYTES} are sent
         * @return bytes sent, those that go first among them, or a negative error
         * @throws IllegalStateException if the memory is closed; nothing was sent
         */
        public int send(
                HeapBuffer head, int from, int headLength, Object place, long offset, int length) {
            long wanted = Math.min(length, MAX_BYTES);
            Objects.checkFromIndexSize(offset, wanted, sent.of(place).whole().byteSize());
            Objects.checkIndex(headLength, MAX_HEAD + 1);
            MemorySegment.copy(head.view(), from, message, HEAD, headLength);
            message.set(JAVA_LONG, HEAD_LENGTH, headLength);
            if (place instanceof MemorySegment memory) {
                return send(memory.address() + offset, wanted, memory);
            }
            long address = pins.pin(place);
            try {
                return send(address + offset, wanted, message);
            } finally {
                pins.unpin(place, address);
            }
        }

        private int send(long address, long length, MemorySegment keptOpen) {
            message.set(JAVA_LONG, ELEMENTS_ADDRESS, address);
            message.set(JAVA_LONG, ELEMENTS_LENGTH, length);
            if (!descriptor.enter()) {
                return -Errno.CLOSED_HERE;
            }
            try {
                int socket = descriptor.number();
                int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
                long result = (long) Flow.SENDMSG.invokeExact(socket, message, flags, keptOpen);
                if (result >= 0) {
                    return (int) result;
                }
                int hint = Flow.hintOfErrno();
                if (hint == Errno.EAGAIN) {
                    return -hint;
                }
                result =
                        (long)
                                Flow.SENDMSG_TELLING.invokeExact(
                                        sendErrno, socket, message, flags, keptOpen);
                return Errno.confirmed(hint, result, sendErrno);
            } catch (Throwable e) {
                throw Downcalls.unexpected(e);
            } finally {
                descriptor.leave();
            }
        }
    }
}
