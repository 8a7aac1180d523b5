package org.activeobjects.api;

import org.activeobjects.internal.exchange.ArrayExchange;

import java.util.Objects;

/**
 * What two active objects may do without a request; part of {@link PAActiveObject}.
 *
 * <p>All forms: each of the two calls it while it serves, and names the other; one that names
 * itself copies. The elements go straight from one array into the other; the call returns when both
 * ways are done. An array may be source and destination if the ranges have no element in common.
 */
abstract class Exchanges extends ImmediateServices {

    Exchanges() {}

    /**
     * Exchanges booleans with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            boolean[] src,
            int srcOffset,
            boolean[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges bytes with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            byte[] src,
            int srcOffset,
            byte[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges characters with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            char[] src,
            int srcOffset,
            char[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges short integers with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            short[] src,
            int srcOffset,
            short[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges integers with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            int[] src,
            int srcOffset,
            int[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges long integers with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            long[] src,
            int srcOffset,
            long[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges floating-point numbers with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            float[] src,
            int srcOffset,
            float[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges double-precision numbers with another active object.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements received
     * @param dstOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws IllegalStateException if the calling thread serves no active object
     * @throws IndexOutOfBoundsException if a range does not lie in its array
     * @throws IllegalArgumentException if the two ranges overlap
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     * @throws org.activeobjects.transport.error.TransportClosedException if the other side has
     *     ended
     * @throws org.activeobjects.transport.error.PeerLostException if the other side is gone
     */
    public static void exchange(
            String tag,
            Object peer,
            double[] src,
            int srcOffset,
            double[] dst,
            int dstOffset,
            int count) {
        ArrayExchange.ofCaller().exchange(tag, peer, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges numbers with another active object that are read, and put, one by one. They travel
     * through arrays of their number: those who have arrays do better to exchange these.
     *
     * @param tag name of the exchange, the same on both sides
     * @param peer stub of the other active object
     * @param src what to send
     * @param dst takes what is received; may be {@code src}
     * @throws IllegalStateException if the calling thread serves no active object, or {@code dst}
     *     has room for less or more than was received
     * @throws org.activeobjects.transport.error.MessageMismatchException on both sides, if types or
     *     counts differ
     */
    public static void exchange(
            String tag, Object peer, ExchangeableDouble src, ExchangeableDouble dst) {
        Objects.requireNonNull(src, "the source of the numbers of an exchange is null");
        Objects.requireNonNull(dst, "the destination of the numbers of an exchange is null");
        double[] sent = src.getAll();
        double[] received = new double[sent.length];
        exchange(tag, peer, sent, 0, received, 0, sent.length);
        dst.putAll(received);
    }
}
