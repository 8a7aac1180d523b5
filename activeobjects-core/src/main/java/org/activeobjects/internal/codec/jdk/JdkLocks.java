package org.activeobjects.internal.codec.jdk;

import static org.activeobjects.internal.codec.form.ValueSerializer.mutable;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;

import org.activeobjects.internal.codec.form.Registrar;
import org.activeobjects.internal.codec.form.SerialView;
import org.activeobjects.internal.codec.wire.CodecFault;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;

/**
 * Locks. As with Java's own serialization nobody holds or awaits the copy of one, whoever holds the
 * original; a semaphore keeps the permits that it has.
 *
 * <p>The two halves of a lock for readers and writers, and the conditions of a lock, know the
 * synchronizer within it and not the lock itself. So that copies belong together as their originals
 * do, each of them is written as a reference to that synchronizer, in whose place the receiver
 * makes the lock.
 */
final class JdkLocks {

    private JdkLocks() {}

    static void register(Registrar to, Map<Class<?>, Class<?>> representatives) {
        Serializer<Object> simple = synchronizers(ReentrantLock::new);
        Serializer<Object> halved = synchronizers(ReentrantReadWriteLock::new);
        addSynchronizers(
                to, representatives, 170, simple, new ReentrantLock(), new ReentrantLock(true));
        addSynchronizers(
                to,
                representatives,
                171,
                halved,
                new ReentrantReadWriteLock(),
                new ReentrantReadWriteLock(true));
        to.add(172, ReentrantLock.class, part(ReentrantLock.class, lock -> lock));
        to.add(173, ReentrantReadWriteLock.class, part(ReentrantReadWriteLock.class, lock -> lock));
        to.add(174, ReadLock.class, part(ReentrantReadWriteLock.class, l -> l.readLock()));
        to.add(175, WriteLock.class, part(ReentrantReadWriteLock.class, l -> l.writeLock()));
        Serializer<Condition> conditions = part(Object.class, JdkLocks::conditionOf);
        to.add(176, AbstractQueuedSynchronizer.ConditionObject.class, conditions);
        to.add(179, AbstractQueuedLongSynchronizer.ConditionObject.class, conditions);
        to.add(177, StampedLock.class, stateless(StampedLock::new));
        to.add(178, Semaphore.class, semaphores());
    }

    private static void addSynchronizers(
            Registrar to,
            Map<Class<?>, Class<?>> representatives,
            int id,
            Serializer<Object> serializer,
            Object unfair,
            Object fair) {
        Class<?> representative = synchronizerOf(unfair).getClass();
        to.add(id, representative, serializer);
        representatives.put(representative, representative);
        representatives.put(synchronizerOf(fair).getClass(), representative);
    }

    private static Object synchronizerOf(Object part) {
        Object found = SerialView.find(part, AbstractOwnableSynchronizer.class);
        if (found == null) {
            throw new CodecFault(
                    part.getClass().getTypeName(),
                    "its lock cannot be found",
                    "mark the field transient");
        }
        return found;
    }

    /** What is within a lock; the receiver makes the lock itself. */
    private static Serializer<Object> synchronizers(Function<Boolean, Object> maker) {
        return mutable(
                (kryo, out, synchronizer) -> out.writeBoolean(isFair(synchronizer)),
                (kryo, in) -> maker.apply(in.readBoolean()),
                (kryo, synchronizer) -> maker.apply(isFair(synchronizer)));
    }

    private static boolean isFair(Object synchronizer) {
        return synchronizer.getClass().getSimpleName().equals("FairSync");
    }

    /** A lock, or what belongs to one. */
    private static <L, P> Serializer<P> part(Class<L> lockType, Function<L, P> partOf) {
        return mutable(
                (kryo, out, part) -> kryo.writeClassAndObject(out, synchronizerOf(part)),
                (kryo, in) -> partOf.apply(lock(lockType, kryo.readClassAndObject(in))),
                (kryo, part) -> partOf.apply(copyOfLock(kryo, lockType, part)));
    }

    private static <L> L copyOfLock(Kryo kryo, Class<L> lockType, Object part) {
        Object copy = kryo.copy(synchronizerOf(part));
        return lock(lockType, copy);
    }

    private static <L> L lock(Class<L> lockType, Object read) {
        if (!lockType.isInstance(read)) {
            throw new CodecFault(lockType.getTypeName(), "not a part of it: " + read, null);
        }
        return lockType.cast(read);
    }

    private static Condition conditionOf(Object lock) {
        return switch (lock) {
            case ReentrantLock simple -> simple.newCondition();
            case ReentrantReadWriteLock halved -> halved.writeLock().newCondition();
            case null, default ->
                    throw new CodecFault(
                            Condition.class.getTypeName(), "not of a lock: " + lock, null);
        };
    }

    private static <T> Serializer<T> stateless(java.util.function.Supplier<T> maker) {
        return mutable((k, out, it) -> {}, (k, in) -> maker.get(), (k, it) -> maker.get());
    }

    private static Serializer<Semaphore> semaphores() {
        return mutable(
                (kryo, out, semaphore) -> {
                    out.writeVarInt(semaphore.availablePermits(), false);
                    out.writeBoolean(semaphore.isFair());
                },
                (kryo, in) -> new Semaphore(in.readVarInt(false), in.readBoolean()),
                (kryo, given) -> new Semaphore(given.availablePermits(), given.isFair()));
    }
}
