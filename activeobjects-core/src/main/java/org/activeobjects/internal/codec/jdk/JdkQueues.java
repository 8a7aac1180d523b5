package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.mutable;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.CollectionSerializer;
import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.form.SerialView;
import org.activeobjects.internal.codec.type.Contents;
import org.activeobjects.internal.codec.type.Elements;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Queues that block, with their bounds. */
final class JdkQueues {

    /** Bytes of memory that a byte of a message may ask for; see {@link WireInput#spendMemory}. */
    private static final int BYTES_PER_BYTE = 256;

    private JdkQueues() {}

    static void register(Registrar to) {
        to.add(
                160,
                ArrayBlockingQueue.class,
                bounded(
                        queue -> SerialView.find(queue, ReentrantLock.class).isFair(),
                        ArrayBlockingQueue::new,
                        Long.BYTES));
        to.add(
                161,
                LinkedBlockingQueue.class,
                bounded(queue -> false, (room, fair) -> new LinkedBlockingQueue<>(room), 0));
        to.add(
                162,
                LinkedBlockingDeque.class,
                bounded(queue -> false, (room, fair) -> new LinkedBlockingDeque<>(room), 0));
        to.add(
                163,
                PriorityBlockingQueue.class,
                CollectionSerializer.ordered(
                        (n, order) -> new PriorityBlockingQueue<>(n + 1, order)));
        to.add(
                164,
                LinkedTransferQueue.class,
                CollectionSerializer.plain((n, order) -> new LinkedTransferQueue<>()));
        to.add(
                165,
                SynchronousQueue.class,
                mutable(
                        (kryo, out, queue) -> out.writeBoolean(isFair(queue)),
                        (kryo, in) -> new SynchronousQueue<>(in.readBoolean()),
                        (kryo, queue) -> new SynchronousQueue<>(isFair(queue))));
    }

    /** A fair one writes queues of waiting threads, another one stacks. */
    private static boolean isFair(SynchronousQueue<?> queue) {
        return SerialView.find(
                        queue, part -> part.getClass().getSimpleName().equals("FifoWaitQueue"))
                != null;
    }

    /** Makes a queue with a bound. */
    @FunctionalInterface
    private interface Maker<Q> {
        Q make(int capacity, boolean fair);
    }

    /** Tells whether a queue is fair. */
    @FunctionalInterface
    private interface Fairness<Q> {
        boolean of(Q queue);
    }

    /** A queue that may make room for all its bound at once pays for that in bytes. */
    private static <Q extends BlockingQueue<Object>> Serializer<Q> bounded(
            Fairness<Q> fairness, Maker<Q> maker, int bytesPerElement) {
        return mutable(
                (kryo, out, queue) -> {
                    int capacity = Contents.capacityOf(queue);
                    out.writeVarInt(capacity, true);
                    out.writeBoolean(fairness.of(queue));
                    int price = priceOf(capacity, bytesPerElement);
                    out.writeVarInt(price, true);
                    out.writeBytes(new byte[price]);
                    Elements.write(kryo, out, queue);
                },
                (kryo, in) -> {
                    int self = Graph.of(kryo).self();
                    int capacity = in.readVarInt(true);
                    boolean fair = in.readBoolean();
                    in.skip(in.readCount(1));
                    in.spendMemory("blocking queue", (long) capacity * bytesPerElement);
                    Q queue = maker.make(Contents.positive(capacity), fair);
                    kryo.reference(queue);
                    Elements.read(kryo, in, queue, self);
                    return queue;
                },
                (kryo, queue) -> copy(kryo, queue, fairness, maker));
    }

    private static <Q extends BlockingQueue<Object>> Q copy(
            Kryo kryo, Q queue, Fairness<Q> fairness, Maker<Q> maker) {
        int self = Graph.of(kryo).self();
        Q copy = maker.make(Contents.capacityOf(queue), fairness.of(queue));
        kryo.reference(copy);
        Elements.copy(kryo, queue, copy, self);
        return copy;
    }

    private static int priceOf(int capacity, int bytesPerElement) {
        return Math.toIntExact((long) capacity * bytesPerElement / BYTES_PER_BYTE);
    }
}
