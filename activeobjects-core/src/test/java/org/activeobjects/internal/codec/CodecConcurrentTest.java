package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.Serial;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;

/** Queues that block, locks, and what of collections only their behaviour shows. */
class CodecConcurrentTest {

    private final Codec codec =
            CodecTesting.codecFor(
                    Belt.class,
                    TwoWayBelt.class,
                    Guarded.class,
                    Cache.class,
                    Shy.class,
                    Sampler.class);

    /** Over a wire, and within a JVM. */
    @SuppressWarnings("unchecked")
    private <T> List<T> copiesOf(T value) {
        return List.of(
                (T) CodecTesting.roundTrip(codec, value), (T) codec.copy(value, "Test.call"));
    }

    static Stream<BlockingQueue<Integer>> queues() {
        return Stream.of(
                new ArrayBlockingQueue<>(1_000_000, true, List.of(3, 1)),
                new ArrayBlockingQueue<>(2, false, List.of(3, 1)),
                new LinkedBlockingQueue<>(5),
                new LinkedBlockingQueue<>(List.of(3, 1)),
                new LinkedBlockingDeque<>(5),
                new LinkedBlockingDeque<>(List.of(3, 1)),
                new PriorityBlockingQueue<>(List.of(3, 1)),
                new LinkedTransferQueue<>(List.of(3, 1)),
                new SynchronousQueue<>());
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queuesKeepElementsAndRoom(BlockingQueue<Integer> queue) {
        for (BlockingQueue<Integer> copy : copiesOf(queue)) {
            assertThat(copy).hasSameClassAs(queue).isNotSameAs(queue);
            assertThat(copy.toString()).isEqualTo(queue.toString());
            assertThat(copy.remainingCapacity()).isEqualTo(queue.remainingCapacity());
        }
    }

    /** With a bound, and one more field. */
    static class Belt extends LinkedBlockingQueue<Integer> {
        @Serial private static final long serialVersionUID = 1;
        final String name = "belt";

        Belt(int capacity) {
            super(capacity);
        }
    }

    static class TwoWayBelt extends LinkedBlockingDeque<Integer> {
        @Serial private static final long serialVersionUID = 1;

        TwoWayBelt(int capacity) {
            super(capacity);
        }
    }

    @Test
    void queuesOfOursKeepTheirBound() {
        for (BlockingQueue<Integer> belt :
                List.<BlockingQueue<Integer>>of(new Belt(3), new TwoWayBelt(3))) {
            belt.add(7);
            for (BlockingQueue<Integer> copy : copiesOf(belt)) {
                assertThat(copy).hasSameClassAs(belt).containsExactly(7);
                assertThat(copy.remainingCapacity()).isEqualTo(2);
            }
        }
    }

    @Test
    void whatIsShownInReverseArrivesInThatOrder() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        for (Map<String, Integer> copy : copiesOf(new LinkedHashMap<>(map).reversed())) {
            assertThat(copy).containsExactly(Map.entry("b", 2), Map.entry("a", 1));
        }
        for (Map<String, Integer> copy :
                copiesOf(Collections.checkedMap(map, String.class, Integer.class))) {
            assertThat(copy).containsExactly(Map.entry("a", 1), Map.entry("b", 2));
        }
        for (Deque<Integer> copy : copiesOf(new ArrayDeque<>(List.of(1, 2)).reversed())) {
            assertThat(copy).containsExactly(2, 1);
        }
        for (List<Integer> copy : copiesOf(new ArrayList<>(List.of(1, 2)).reversed())) {
            assertThat(copy).containsExactly(2, 1);
        }
    }

    @Test
    void anEmptyMessageMakesNoHugeQueue() {
        EncodedMessage message = CodecTesting.encode(codec, new ArrayBlockingQueue<>(100));
        byte[] bytes = message.head();
        int at = 0;
        while (bytes[at] != 100) {
            at++;
        }
        // In the place of 100 and the two bytes behind it: 2 to the power of 14 times 127.
        bytes[at] = (byte) 0x80;
        bytes[at + 1] = (byte) 0x80;
        bytes[at + 2] = 127;

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class);
    }

    /** With a lock for readers and writers, its halves, and conditions. */
    static final class Guarded {
        private final Lock read;
        private final ReentrantReadWriteLock whole = new ReentrantReadWriteLock(true);
        private final Lock write;
        private final Condition changed;
        private final ReentrantLock simple = new ReentrantLock();
        private final Condition free = simple.newCondition();

        Guarded() {
            read = whole.readLock();
            write = whole.writeLock();
            changed = write.newCondition();
        }
    }

    @Test
    void partsOfALockAreThoseOfItsCopy() {
        Guarded guarded = new Guarded();
        guarded.write.lock();
        guarded.simple.lock();

        for (Guarded copy : copiesOf(guarded)) {
            assertThat(copy.whole.isFair()).isTrue();
            assertThat(copy.whole.isWriteLocked()).isFalse();
            copy.read.lock();
            assertThat(copy.whole.getReadLockCount()).isEqualTo(1);
            copy.read.unlock();
            copy.write.lock();
            assertThat(copy.whole.isWriteLocked()).isTrue();
            copy.changed.signalAll(); // fails if the lock is another one
            assertThat(copy.simple.isLocked()).isFalse();
            copy.simple.lock();
            copy.free.signalAll();
            assertThat(copy.simple.isFair()).isFalse();
        }
    }

    @Test
    void semaphoresKeepTheirPermitsAndStampedLocksAreFree() {
        StampedLock stamped = new StampedLock();
        stamped.writeLock();

        for (Semaphore copy : copiesOf(new Semaphore(-3, true))) {
            assertThat(copy.availablePermits()).isEqualTo(-3);
            assertThat(copy.isFair()).isTrue();
        }
        for (StampedLock copy : copiesOf(stamped)) {
            assertThat(copy.isWriteLocked()).isFalse();
        }
    }

    @Test
    void anArrayOfReferencesMayHoldItself() {
        AtomicReferenceArray<Object> array = new AtomicReferenceArray<>(3);
        array.set(0, "first");
        array.set(2, array);

        for (AtomicReferenceArray<Object> copy : copiesOf(array)) {
            assertThat(copy.get(0)).isEqualTo("first");
            assertThat(copy.get(1)).isNull();
            assertThat(copy.get(2)).isSameAs(copy);
        }
    }

    /** Forgets what was used longest ago. */
    static class Cache extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1;
        private final int room;
        private int cleared;

        Cache(int room) {
            super(16, 0.75f, true);
            this.room = room;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > room;
        }

        @Override
        public void clear() {
            cleared++;
            super.clear();
        }
    }

    /** Must not be asked for anything but its entries. */
    static class Shy extends Cache {
        private static final long serialVersionUID = 1;

        Shy() {
            super(2);
        }

        @Override
        public Object clone() {
            throw new IllegalStateException("nobody asked for a clone");
        }

        @Override
        public Integer get(Object key) {
            throw new IllegalStateException("nobody asked for " + key);
        }
    }

    static final class Sampler extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1;
    }

    static Stream<Arguments> linkedMaps() {
        return Stream.of(
                Arguments.of(new LinkedHashMap<String, Integer>(16, 0.75f, true), true),
                Arguments.of(new LinkedHashMap<String, Integer>(), false),
                Arguments.of(new Cache(2), true),
                Arguments.of(new Shy(), true),
                Arguments.of(new Sampler(), false));
    }

    @ParameterizedTest
    @MethodSource("linkedMaps")
    void linkedMapsKeepTheKindOfTheirOrder(LinkedHashMap<String, Integer> map, boolean ofAccess) {
        for (int size = 0; size < 3; size++) {
            for (LinkedHashMap<String, Integer> copy : copiesOf(map)) {
                assertThat(copy).hasSameClassAs(map);
                assertThat(copy.keySet()).containsExactlyElementsOf(map.keySet());
                copy.put("x", 1);
                copy.put("y", 2);
                copy.getOrDefault("x", 0);
                assertThat(copy.lastEntry().getKey()).isEqualTo(ofAccess ? "x" : "y");
            }
            map.put("k" + size, size);
        }
        assertThat(map).hasSizeBetween(2, 3);
        assertThat(map instanceof Cache cache ? cache.cleared : 0).isZero();
    }

    @Test
    void setsThatStandOnMapsKeepTheirIdeaOfEquality() {
        Set<String> byIdentity = Collections.newSetFromMap(new IdentityHashMap<>());
        byIdentity.add("a");
        byIdentity.add(String.valueOf(new char[] {'a'}));

        for (Set<String> copy : copiesOf(byIdentity)) {
            assertThat(copy).hasSameClassAs(byIdentity).hasSize(2);
        }
        Set<String> concurrent = ConcurrentHashMap.newKeySet();
        concurrent.add("k");
        for (Set<String> copy : copiesOf(concurrent)) {
            assertThat(copy).hasSameClassAs(concurrent).isEqualTo(concurrent);
        }
        Set<String> keys = new ConcurrentHashMap<>(Map.of("k", 1)).keySet();
        for (Set<String> copy : copiesOf(keys)) {
            assertThat(copy).isEqualTo(keys);
        }
    }

    @Test
    void viewsKeepWhatTheyAllow() {
        for (Collection<Object> view :
                List.<Collection<Object>>of(
                        Collections.unmodifiableSequencedCollection(new java.util.ArrayList<>()),
                        Collections.unmodifiableSequencedSet(new LinkedHashSet<>()),
                        Collections.synchronizedNavigableSet(new TreeSet<>()))) {
            for (Collection<Object> copy : copiesOf(view)) {
                assertThat(copy).hasSameClassAs(view);
            }
        }
        for (Map<Object, Object> view :
                List.<Map<Object, Object>>of(
                        Collections.unmodifiableSequencedMap(new LinkedHashMap<>()),
                        Collections.synchronizedNavigableMap(new TreeMap<>()),
                        Collections.synchronizedMap(new HashMap<>()))) {
            for (Map<Object, Object> copy : copiesOf(view)) {
                assertThat(copy).hasSameClassAs(view);
            }
        }
    }

    @Test
    void ordersThatKnowNullAreTheSame() {
        for (Comparator<String> copy : copiesOf(Comparator.<String>nullsFirst(null))) {
            assertThat(copy.compare(null, "a")).isNegative();
            assertThat(copy.compare("b", "a")).isZero();
        }
        Comparator<String> last = Comparator.nullsLast(Comparator.<String>naturalOrder());
        for (Comparator<String> copy : copiesOf(last)) {
            assertThat(copy.compare(null, "a")).isPositive();
            assertThat(copy.compare("b", "a")).isPositive();
        }
    }
}
