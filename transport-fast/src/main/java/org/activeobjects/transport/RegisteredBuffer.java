package org.activeobjects.transport;

import org.activeobjects.transport.memory.TypedElements;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory off the heap that the links know, so that they move it with fewer copies than an array:
 * what a peer on the same host receives it copies straight out of here, or what it sends into here,
 * and a network adapter reads and writes here by itself. Made by {@link Transport#allocate}.
 *
 * <p>It is used through {@linkplain View views}, of one element type at a time. It is released when
 * no view is open and no operation uses it, not before; one that becomes garbage unreleased is
 * freed by the garbage collector, with a warning.
 *
 * <p><b>Threading:</b> safe; the elements are like those of an array.
 *
 * <p><b>Source:</b> the buffers of Javia-II (Chang and von Eicken): explicit life, one type at a
 * time, no release while a reference is there. Different here: references are views that are
 * closed, so that nothing waits for a garbage collection.
 */
public final class RegisteredBuffer implements AutoCloseable {

    /**
     * Where the memory comes from.
     *
     * <p><b>Threading:</b> safe.
     */
    public interface Source {

        /**
         * The memory.
         *
         * @return memory off the heap, for any thread
         */
        MemorySegment segment();

        /** Frees the memory; called once. */
        void release();

        /**
         * Tells that the buffer has become garbage without a release; {@link #release} follows.
         * Called by a thread of the garbage collection's.
         */
        void forgotten();
    }

    // The state: 24 bits each for open views and operations, 8 for the type that they have.
    private static final long ONE_VIEW = 1;
    private static final long ONE_OPERATION = 1L << 24;
    private static final long COUNT_MASK = (1 << 24) - 1;
    private static final int TYPE_SHIFT = 48;
    private static final long RELEASED = -1;
    private static final VarHandle STATE;
    private static final VarHandle OPEN; // of a view

    private static Cleaner cleaner; // through cleaner()

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(RegisteredBuffer.class, "state", long.class);
            OPEN = lookup.findVarHandle(View.class, "isOpen", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MemorySegment memory;
    private final AtomicBoolean isReleasing = new AtomicBoolean();
    private final Cleaner.Cleanable cleanable;

    @SuppressWarnings("unused") // through STATE
    private long state;

    /**
     * For transports: a buffer in memory of theirs.
     *
     * @param source where the memory comes from; stays the caller's to release if this throws
     * @throws OutOfMemoryError if a first buffer finds no thread for the garbage collection's work
     */
    public RegisteredBuffer(Source source) {
        Objects.requireNonNull(source, "the source of a registered buffer is null");
        this.memory = source.segment();
        this.cleanable = cleaner().register(this, remains(source, isReleasing));
    }

    /** Where no thread can be had for it, the next buffer tries again. */
    private static synchronized Cleaner cleaner() {
        if (cleaner == null) {
            cleaner = Cleaner.create();
        }
        return cleaner;
    }

    /** What frees the memory, and does not know the buffer. */
    private static Runnable remains(Source source, AtomicBoolean isReleasing) {
        return () -> {
            if (!isReleasing.get()) {
                source.forgotten();
            }
            source.release();
        };
    }

    /**
     * Length.
     *
     * @return bytes
     */
    public long byteLength() {
        return memory.byteSize();
    }

    /**
     * Opens a view of the whole buffer.
     *
     * @param type type of its elements; what does not fill an element at the end is left out
     * @return an open view, to be closed
     * @throws IllegalStateException if views or operations of another type are there, or the buffer
     *     is released
     */
    public View view(ElementType type) {
        change(ONE_VIEW, Objects.requireNonNull(type, "the type of a view is null"));
        return new View(this, type);
    }

    /** Adds a view or an operation of a type. */
    private void change(long added, ElementType type) {
        while (true) {
            long now = (long) STATE.getVolatile(this);
            boolean isFree = (now & ~(0xffL << TYPE_SHIFT)) == 0;
            boolean isFull = (~now & COUNT_MASK * added) == 0; // or released
            if (isFull || !isFree && now >>> TYPE_SHIFT != type.wireId()) {
                throw new IllegalStateException(
                        "a registered buffer cannot be used as another type, once released, or by"
                                + " more than 16777215 at a time: wanted="
                                + type
                                + " buffer="
                                + this
                                + (now == RELEASED ? "" : "; close what uses it first"));
            }
            long counts = isFree ? 0 : now & (1L << TYPE_SHIFT) - 1;
            long next = (long) type.wireId() << TYPE_SHIFT | counts + added;
            if (STATE.compareAndSet(this, now, next)) {
                return;
            }
        }
    }

    private void takeOff(long one) {
        long now;
        do {
            now = (long) STATE.getVolatile(this);
            if (now == RELEASED || (now & COUNT_MASK * one) == 0) {
                throw new IllegalStateException(
                        "a registered buffer is let go that nothing holds: buffer="
                                + this
                                + "; let go once for each hold");
            }
        } while (!STATE.compareAndSet(this, now, now - one));
    }

    private void requireAlive() {
        if ((long) STATE.getOpaque(this) == RELEASED) {
            throw new IllegalStateException("a registered buffer was released: buffer=" + this);
        }
    }

    /**
     * Whether the memory is given back.
     *
     * @return true if so
     */
    public boolean isReleased() {
        return (long) STATE.getVolatile(this) == RELEASED;
    }

    /**
     * Gives the memory back; idempotent. What was taken from it as a {@link MemorySegment} is of no
     * use any more: each access throws.
     *
     * @throws IllegalStateException if a view is open or an operation uses the buffer; nothing has
     *     changed then
     */
    @Override
    public void close() {
        while (true) {
            long now = (long) STATE.getVolatile(this);
            if (now == RELEASED) {
                return;
            }
            if ((now & (1L << TYPE_SHIFT) - 1) != 0) {
                throw new IllegalStateException(
                        "a registered buffer is in use and cannot be released: buffer="
                                + this
                                + "; close its views and await its operations first");
            }
            if (STATE.compareAndSet(this, now, RELEASED)) {
                isReleasing.set(true);
                cleanable.clean();
                return;
            }
        }
    }

    @Override
    public String toString() {
        long now = (long) STATE.getVolatile(this);
        String use =
                now == RELEASED
                        ? " released"
                        : " type=%s views=%s operations=%s"
                                .formatted(
                                        ElementType.ofWireId((int) (now >>> TYPE_SHIFT)),
                                        now & COUNT_MASK,
                                        now >>> 24 & COUNT_MASK);
        return "registered[" + memory.byteSize() + " B" + use + "]";
    }

    /**
     * The elements of a buffer, of one type, like an array.
     *
     * <p><b>Threading:</b> safe; the elements are like those of an array.
     */
    public static final class View extends TypedElements implements AutoCloseable {

        private final RegisteredBuffer buffer;
        private final ElementType type;
        private final Class<?> elementClass;
        private final MemorySegment elements;

        @SuppressWarnings("UnusedVariable") // through OPEN
        private boolean isOpen = true;

        private View(RegisteredBuffer buffer, ElementType type) {
            this.buffer = buffer;
            this.type = type;
            this.elementClass = type.elementClass();
            this.elements = buffer.memory.asSlice(0, buffer.byteLength() & -type.size());
        }

        /**
         * The buffer.
         *
         * @return what this is a view of
         */
        public RegisteredBuffer buffer() {
            return buffer;
        }

        /**
         * Type of the elements.
         *
         * @return the type
         */
        public ElementType type() {
            return type;
        }

        /**
         * Number of elements.
         *
         * @return 0 or more
         */
        public long count() {
            return elements.byteSize() >> type.shift();
        }

        /**
         * All elements, for an operation.
         *
         * @return a new slice
         * @throws IllegalStateException if the view is closed
         */
        public Slice slice() {
            return slice(0, count());
        }

        /**
         * A range of the elements, for an operation.
         *
         * @param from index of the first
         * @param length number of elements
         * @return a new slice
         * @throws IndexOutOfBoundsException if the range does not lie in the view
         * @throws IllegalStateException if the view is closed
         */
        public Slice slice(long from, long length) {
            return new Slice().wrapView(this, from, length);
        }

        /**
         * All elements as memory. It does not keep the buffer: hold on to that, or to this view, as
         * long as the memory is used.
         *
         * @return the memory, which ends with the buffer
         * @throws IllegalStateException if the view is closed
         */
        public MemorySegment segment() {
            requireOpen();
            return elements;
        }

        /**
         * For those who run operations: keeps the buffer from being released.
         *
         * @throws IllegalStateException if the view is closed
         */
        public void hold() {
            requireOpen();
            buffer.change(ONE_OPERATION, type);
        }

        /**
         * For those who run operations: ends one {@link #hold}.
         *
         * @throws IllegalStateException if no operation holds the buffer; nothing has changed
         */
        public void letGo() {
            buffer.takeOff(ONE_OPERATION);
        }

        /** Throws unless the memory is there; the view may be closed. */
        void requireMemory() {
            buffer.requireAlive();
        }

        private void requireOpen() {
            if (!(boolean) OPEN.getOpaque(this)) {
                throw new IllegalStateException(
                        "a view of a registered buffer is closed: type=" + type + " " + buffer);
            }
        }

        @Override
        protected MemorySegment elements(Class<?> wanted) {
            requireOpen();
            if (wanted != elementClass) {
                throw new IllegalStateException(
                        "a view of another type: wanted=" + wanted + " type=" + type);
            }
            return elements;
        }

        /**
         * Copies elements out of an array.
         *
         * @param index index of the first element that is written
         * @param array array of the view's type
         * @param offset index of the first element that is read
         * @param length number of elements
         * @throws IndexOutOfBoundsException if either range is out of bounds
         * @throws IllegalArgumentException if the array is of another type
         */
        public void copyFrom(long index, Object array, int offset, int length) {
            Slice source = ofMyType(array, offset, length);
            source.transferTo(0, slice(index, length), 0, source.byteLength());
        }

        /**
         * Copies elements into an array.
         *
         * @param index index of the first element that is read
         * @param array array of the view's type
         * @param offset index of the first element that is written
         * @param length number of elements
         * @throws IndexOutOfBoundsException if either range is out of bounds
         * @throws IllegalArgumentException if the array is of another type
         */
        public void copyTo(long index, Object array, int offset, int length) {
            Slice target = ofMyType(array, offset, length);
            slice(index, length).transferTo(0, target, 0, target.byteLength());
        }

        private Slice ofMyType(Object array, int offset, int length) {
            Slice slice = Slice.of(array, offset, length);
            if (slice.type() != type) {
                throw new IllegalArgumentException(
                        "an array of another type: array=" + slice.type() + " view=" + type);
            }
            return slice;
        }

        /** Ends the use of the view; idempotent. Operations that use its slices go on. */
        @Override
        public void close() {
            if (OPEN.compareAndSet(this, true, false)) {
                buffer.takeOff(ONE_VIEW);
            }
        }
    }
}
