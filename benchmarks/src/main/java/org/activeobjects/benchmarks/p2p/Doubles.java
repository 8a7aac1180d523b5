package org.activeobjects.benchmarks.p2p;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Numbers to send, or room for such, in an array or outside the heap. */
sealed interface Doubles {

    /** Alignment of memory outside the heap. */
    int PAGE = 4096;

    /** Where the numbers lie. */
    enum Memory {
        /** An array. */
        HEAP,
        /** Memory of the process. */
        NATIVE,
        /** Memory that the links know. */
        REGISTERED
    }

    static Doubles allocate(Memory memory, int count, Transport transport) {
        long bytes = (long) count * Double.BYTES;
        return switch (memory) {
            case HEAP -> new OnHeap(new double[count]);
            case NATIVE -> new OffHeap(Arena.global().allocate(bytes, PAGE));
            case REGISTERED -> new Registered(transport.allocate(bytes).view(ElementType.DOUBLE));
        };
    }

    private static void writeTo(MemorySegment memory, double first, double step, int count) {
        for (int i = 0; i < count; i++) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, first + step * i);
        }
    }

    void aim(Slice slice, int count);

    double get(int index);

    /** Writes a row of numbers: {@code first}, {@code first + step} and so on. */
    void write(double first, double step, int count);

    void wipe(int count);

    /** An array. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record OnHeap(double[] array) implements Doubles {
        @Override
        public void aim(Slice slice, int count) {
            slice.wrap(array, 0, count);
        }

        @Override
        public double get(int index) {
            return array[index];
        }

        @Override
        public void write(double first, double step, int count) {
            for (int i = 0; i < count; i++) {
                array[i] = first + step * i;
            }
        }

        @Override
        public void wipe(int count) {
            Arrays.fill(array, 0, count, 0);
        }
    }

    /** Memory of the process. */
    record OffHeap(MemorySegment segment) implements Doubles {
        @Override
        public void aim(Slice slice, int count) {
            slice.wrap(segment.asSlice(0, (long) count * Double.BYTES), ElementType.DOUBLE);
        }

        @Override
        public double get(int index) {
            return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
        }

        @Override
        public void write(double first, double step, int count) {
            writeTo(segment, first, step, count);
        }

        @Override
        public void wipe(int count) {
            segment.asSlice(0, (long) count * Double.BYTES).fill((byte) 0);
        }
    }

    /** Memory that the links know; released with the process. */
    record Registered(RegisteredBuffer.View view) implements Doubles {
        @Override
        public void aim(Slice slice, int count) {
            slice.wrapView(view, 0, count);
        }

        @Override
        public double get(int index) {
            return view.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, index);
        }

        @Override
        public void write(double first, double step, int count) {
            writeTo(view.segment(), first, step, count);
        }

        @Override
        public void wipe(int count) {
            view.segment().asSlice(0, (long) count * Double.BYTES).fill((byte) 0);
        }
    }
}
