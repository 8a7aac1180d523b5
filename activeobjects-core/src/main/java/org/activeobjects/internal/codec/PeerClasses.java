package org.activeobjects.internal.codec;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * What two runtimes know of each other's classes, as seen by one of them; so the name of a class
 * travels once.
 *
 * <p>A message that names a class says under which number its sender will send it from then on.
 * Messages overtake each other and are decoded when somebody needs them, so the sender goes on with
 * the name until the receiver has told that it knows the number. A number never changes its
 * meaning, and neither side forgets one while the other lives.
 *
 * <p><b>Threading:</b> safe.
 */
public final class PeerClasses implements KnownClasses {

    /** Numbers of classes are less than this; further classes travel by name. */
    public static final int LIMIT = 4096;

    private static final int FIRST_CAPACITY = 16;

    private final Consumer<int[]> outlet;

    /** A bit for each number of ours that the peer knows; what is published is never changed. */
    private volatile long[] known = {};

    /** By the numbers of the peer. */
    private volatile AtomicReferenceArray<Learned> learned = new AtomicReferenceArray<>(0);

    private int[] news = {};
    private int newsCount;
    private volatile boolean hasNews;

    /** A class, and the loader of the thread for which the name meant it. */
    record Learned(Class<?> type, WeakReference<ClassLoader> context) {

        private Learned(Class<?> type) {
            this(type, new WeakReference<>(Thread.currentThread().getContextClassLoader()));
        }

        /** Whether the name of the class is sure to mean the same to the calling thread. */
        boolean isOfThisThread() {
            return context.refersTo(Thread.currentThread().getContextClassLoader());
        }
    }

    /**
     * A peer that knows nothing, and of which nothing is known.
     *
     * @param outlet tells the peer which of its numbers are known here; must not block
     */
    public PeerClasses(Consumer<int[]> outlet) {
        this.outlet = outlet;
    }

    @Override
    public boolean know(int number) {
        long[] bits = known;
        int word = number >> 6;
        return word < bits.length && (bits[word] >>> number & 1) != 0;
    }

    /**
     * The peer has told which of this runtime's numbers it knows.
     *
     * @param numbers what it said, not checked
     * @throws IllegalArgumentException if there is none such; nothing is known then that was not
     */
    public synchronized void onKnown(int[] numbers) {
        long[] bits = known.clone();
        for (int number : numbers) {
            if (!isNumber(number)) {
                throw new IllegalArgumentException(
                        "no number of a class: number=" + number + " limit=" + LIMIT);
            }
            int word = number >> 6;
            if (word >= bits.length) {
                bits = Arrays.copyOf(bits, word + 1);
            }
            bits[word] |= 1L << number;
        }
        known = bits;
    }

    static boolean isNumber(int number) {
        return number >= 0 && number < LIMIT;
    }

    /**
     * A class that the peer has named before.
     *
     * @param number what the peer says, not checked
     * @return the class; {@code null} if that is no number of any
     */
    Learned learned(int number) {
        AtomicReferenceArray<Learned> all = learned;
        return number >= 0 && number < all.length() ? all.get(number) : null;
    }

    /**
     * The peer has named a class that it may send. What it says of a number that is known already
     * changes nothing.
     *
     * @param number its number, less than the limit
     * @param type the class
     */
    synchronized void learn(int number, Class<?> type) {
        AtomicReferenceArray<Learned> all = learned;
        if (number >= all.length()) {
            int capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit(number) * 2);
            all = new AtomicReferenceArray<>(capacity);
            for (int i = 0; i < learned.length(); i++) {
                all.setPlain(i, learned.getPlain(i));
            }
            learned = all;
        }
        if (all.get(number) == null) {
            all.set(number, new Learned(type));
            if (newsCount == news.length) {
                news = Arrays.copyOf(news, Math.max(FIRST_CAPACITY, 2 * newsCount));
            }
            news[newsCount++] = number;
            hasNews = true;
        }
    }

    /** Tells the peer what has been learned since this was last done. */
    void tellNews() {
        if (hasNews) {
            int[] numbers = takeNews();
            if (numbers.length > 0) {
                outlet.accept(numbers);
            }
        }
    }

    private synchronized int[] takeNews() {
        int[] taken = Arrays.copyOf(news, newsCount);
        news = new int[0];
        newsCount = 0;
        hasNews = false;
        return taken;
    }
}
