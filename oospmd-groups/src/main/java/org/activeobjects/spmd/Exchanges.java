package org.activeobjects.spmd;

import org.activeobjects.api.ExchangeableDouble;
import org.activeobjects.spmd.member.Caller;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * What two ranks may give each other at the same time; part of {@link PASPMD}.
 *
 * <p><b>Threading:</b> any thread of a JVM that is a rank, else the member's own.
 */
abstract class Exchanges {

    Exchanges() {}

    /**
     * Sends elements to another rank and receives as many from it, straight from {@code src} there
     * into {@code dst} here; nothing is allocated once warm. Returns when both are done. Both ranks
     * call it, with the same tag, type and count; one array may serve as both if the ranges do not
     * overlap. With the own rank it copies.
     *
     * @param tag name of the exchange, which tells exchanges at the same time apart
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset index of the first element sent
     * @param dst room for the elements of the other rank
     * @param dstOffset index of the first element received
     * @param count number of elements, 0 or more
     * @throws IndexOutOfBoundsException if there is no such rank or a range does not lie in its
     *     array
     * @throws IllegalArgumentException if the ranges overlap
     * @throws IllegalStateException if the caller is no rank
     */
    public static void exchange(
            String tag,
            int rank,
            double[] src,
            int srcOffset,
            double[] dst,
            int dstOffset,
            int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag, int rank, byte[] src, int srcOffset, byte[] dst, int dstOffset, int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag,
            int rank,
            boolean[] src,
            int srcOffset,
            boolean[] dst,
            int dstOffset,
            int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag, int rank, char[] src, int srcOffset, char[] dst, int dstOffset, int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag,
            int rank,
            short[] src,
            int srcOffset,
            short[] dst,
            int dstOffset,
            int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag, int rank, int[] src, int srcOffset, int[] dst, int dstOffset, int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag,
            int rank,
            float[] src,
            int srcOffset,
            float[] dst,
            int dstOffset,
            int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * As {@link #exchange(String, int, double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src elements to send
     * @param srcOffset first one
     * @param dst room for the elements of the other
     * @param dstOffset first one
     * @param count how many
     */
    public static void exchange(
            String tag, int rank, long[] src, int srcOffset, long[] dst, int dstOffset, int count) {
        Caller.rank().exchanger().exchange(tag, rank, src, srcOffset, dst, dstOffset, count);
    }

    /**
     * Exchanges memory, on or off the heap, with another rank: see {@link #exchange(String, int,
     * double[], int, double[], int, int)}.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src memory to send
     * @param dst memory to fill, as long as {@code src}
     */
    public static void exchange(String tag, int rank, MemorySegment src, MemorySegment dst) {
        Caller.rank().exchanger().exchange(tag, rank, src, dst);
    }

    /**
     * Exchanges numbers with another rank that are read, and put, one by one. They travel through
     * arrays of their number: those who have arrays do better to exchange these.
     *
     * @param tag name of the exchange
     * @param rank the other rank
     * @param src what to send
     * @param dst takes what is received; may be {@code src}
     * @throws IllegalStateException if the caller is no rank, or {@code dst} has room for less or
     *     more than was received
     */
    public static void exchange(
            String tag, int rank, ExchangeableDouble src, ExchangeableDouble dst) {
        Objects.requireNonNull(src, "what gives the numbers of an exchange is null");
        Objects.requireNonNull(dst, "what takes the numbers of an exchange is null");
        double[] sent = src.getAll();
        double[] received = new double[sent.length];
        exchange(tag, rank, sent, 0, received, 0, sent.length);
        dst.putAll(received);
    }
}
