package org.activeobjects.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class RegisteredBufferTest {

    /** Ordinary memory, and what was done with it. */
    private static final class Origin implements RegisteredBuffer.Source {

        private final Arena arena = Arena.ofShared();
        private final MemorySegment segment;
        private final AtomicInteger releases = new AtomicInteger();
        private final CountDownLatch forgotten = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Origin(long bytes) {
            segment = arena.allocate(bytes, 64);
        }

        @Override
        public MemorySegment segment() {
            return segment;
        }

        @Override
        public void release() {
            releases.incrementAndGet();
            arena.close();
            released.countDown();
        }

        @Override
        public void forgotten() {
            forgotten.countDown();
        }
    }

    private final Origin origin = new Origin(83);
    private final RegisteredBuffer buffer = new RegisteredBuffer(origin);

    @Test
    void readsAndWritesElementsOfEveryType() {
        try (RegisteredBuffer.View view = buffer.view(ElementType.DOUBLE)) {
            view.setDouble(9, 0.1);
            assertThat(view.getDouble(9)).isEqualTo(0.1);
            assertThat(view.count()).isEqualTo(10);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.LONG)) {
            assertThat(view.getLong(9)).isEqualTo(Double.doubleToRawLongBits(0.1));
            view.setLong(9, Long.MIN_VALUE + 1);
            assertThat(view.getLong(9)).isEqualTo(Long.MIN_VALUE + 1);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.INT)) {
            view.setInt(19, -7);
            assertThat(view.getInt(19)).isEqualTo(-7);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.FLOAT)) {
            view.setFloat(3, 1.5f);
            assertThat(view.getFloat(3)).isEqualTo(1.5f);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.SHORT)) {
            view.setShort(40, (short) -2);
            assertThat(view.getShort(40)).isEqualTo((short) -2);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.CHAR)) {
            view.setChar(0, '\uffff');
            assertThat(view.getChar(0)).isEqualTo('\uffff');
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.BYTE)) {
            view.setByte(82, (byte) -128);
            assertThat(view.getByte(82)).isEqualTo((byte) -128);
        }
        try (RegisteredBuffer.View view = buffer.view(ElementType.BOOLEAN)) {
            assertThat(view.getBoolean(82)).isTrue();
            view.setBoolean(82, false);
            assertThat(view.getBoolean(82)).isFalse();
        }
        buffer.close();
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void refusesAViewOfAnotherTypeWhileOneIsOpen(ElementType other) {
        try (RegisteredBuffer.View ints = buffer.view(ElementType.INT)) {
            if (other == ElementType.INT) {
                buffer.view(other).close();
            } else {
                assertThatThrownBy(() -> buffer.view(other))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("wanted=" + other)
                        .hasMessageContaining("type=INT views=1");
            }
            ints.setInt(0, 1);
        }
        buffer.view(other).close();
        buffer.close();
    }

    @Test
    void isNotReleasedWhileAViewIsOpen() {
        RegisteredBuffer.View one = buffer.view(ElementType.INT);
        RegisteredBuffer.View other = buffer.view(ElementType.INT);
        one.close();
        one.close();

        assertThatThrownBy(buffer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("views=1")
                .hasMessageContaining("close its views");
        assertThat(origin.releases).hasValue(0);
        other.setInt(0, 5);
        other.close();
        buffer.close();
        buffer.close();
        assertThat(origin.releases).hasValue(1);
        assertThat(buffer.isReleased()).isTrue();
    }

    @Test
    void isNeitherReleasedNorOfAnotherTypeWhileAnOperationUsesItThoughTheViewIsClosed() {
        RegisteredBuffer.View view = buffer.view(ElementType.INT);
        view.hold();
        view.close();

        assertThatThrownBy(buffer::close).hasMessageContaining("views=0 operations=1");
        assertThatThrownBy(() -> buffer.view(ElementType.LONG)).hasMessageContaining("wanted=LONG");
        buffer.view(ElementType.INT).close();
        view.letGo();
        buffer.view(ElementType.LONG).close();
        buffer.close();
    }

    @Test
    void whatNothingHoldsCannotBeLetGo() {
        RegisteredBuffer.View view = buffer.view(ElementType.INT);
        assertThatThrownBy(view::letGo)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing holds")
                .hasMessageContaining("type=INT views=1 operations=0");
        view.hold();
        view.letGo();
        assertThatThrownBy(view::letGo).isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(buffer::close).hasMessageContaining("views=1 operations=0");
        view.close();
        buffer.view(ElementType.LONG).close();
        buffer.close();
        assertThatThrownBy(view::letGo).hasMessageContaining("registered[83 B released]");
        assertThat(buffer.isReleased()).isTrue();
        assertThat(origin.releases).hasValue(1);
    }

    @Test
    void countsNoMoreThanItCan() {
        RegisteredBuffer.View view = buffer.view(ElementType.INT);
        for (int i = 0; i < (1 << 24) - 1; i++) {
            view.hold();
        }

        assertThatThrownBy(view::hold)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("type=INT views=1 operations=16777215");

        view.letGo();
        view.hold();
        view.close();
        assertThatThrownBy(buffer::close).hasMessageContaining("views=0 operations=16777215");
    }

    @Test
    void refusesEveryUseOfAViewThatIsClosed() {
        RegisteredBuffer.View view = buffer.view(ElementType.INT);
        view.close();

        assertThatThrownBy(() -> view.getInt(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed")
                .hasMessageContaining("INT");
        assertThatThrownBy(() -> view.setInt(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(view::slice).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(view::segment).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(view::hold).isInstanceOf(IllegalStateException.class);
        buffer.close();
    }

    @Test
    void refusesEveryUseAfterTheRelease() {
        RegisteredBuffer.View view = buffer.view(ElementType.BYTE);
        Slice slice = view.slice();
        MemorySegment segment = view.segment();
        view.close();
        buffer.close();

        assertThatThrownBy(() -> buffer.view(ElementType.BYTE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released");
        byte[] bytes = new byte[4];
        assertThatThrownBy(() -> slice.transferTo(0, Slice.of(bytes), 0, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("registered[83 B released]");
        assertThatThrownBy(() -> Slice.of(bytes).transferTo(0, slice, 0, 4))
                .hasMessageContaining("released");
        assertThatThrownBy(() -> slice.copyTo(0, MemorySegment.ofArray(bytes), 0, 4))
                .hasMessageContaining("released");
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "20, 1", "0, 21", "10, -1", "2147483648, 1"})
    void refusesARangeOutsideOfTheView(long from, long length) {
        try (RegisteredBuffer.View view = buffer.view(ElementType.INT)) {
            assertThatThrownBy(() -> view.slice(from, length))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        buffer.close();
    }

    @Test
    void refusesAnIndexOutsideOfTheViewAndAnAccessorOfAnotherType() {
        try (RegisteredBuffer.View view = buffer.view(ElementType.INT)) {
            assertThatThrownBy(() -> view.getInt(20)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> view.setInt(-1, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> view.getFloat(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("wanted=float type=INT");
        }
        buffer.close();
    }

    @Test
    void copiesToAndFromArraysOfItsType() {
        try (RegisteredBuffer.View view = buffer.view(ElementType.INT)) {
            view.copyFrom(3, new int[] {1, 2, 3, 4}, 1, 3);
            int[] back = new int[5];
            view.copyTo(4, back, 2, 2);
            assertThat(back).containsExactly(0, 0, 3, 4, 0);
            assertThatThrownBy(() -> view.copyTo(0, new float[1], 0, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("FLOAT");
        }
        buffer.close();
    }

    @Test
    void aSliceNamesItsViewUntilItIsAimedElsewhere() {
        try (RegisteredBuffer.View view = buffer.view(ElementType.INT)) {
            Slice slice = view.slice(2, 3);
            assertThat(slice.view()).isSameAs(view);
            assertThat(slice.count()).isEqualTo(3);
            assertThat(slice.wrap(new int[1], 0, 1).view()).isNull();
            assertThat(slice.wrapView(view, 0, 20).wrap(view.segment(), ElementType.INT).view())
                    .isNull();
        }
        buffer.close();
    }

    @Test
    @Timeout(60)
    void isFreedWithAWarningWhenItIsGarbage() throws InterruptedException {
        Origin lost = forget();
        while (!lost.released.await(20, TimeUnit.MILLISECONDS)) {
            System.gc();
        }

        assertThat(lost.forgotten.getCount()).isZero();
        assertThat(lost.releases).hasValue(1);
    }

    private static Origin forget() {
        Origin origin = new Origin(64);
        RegisteredBuffer released = new RegisteredBuffer(origin);
        assertThatCode(() -> released.view(ElementType.INT).setInt(0, 1))
                .doesNotThrowAnyException();
        return origin;
    }

    @Test
    void aReleaseIsNoForgetting() {
        buffer.close();

        assertThat(origin.forgotten.getCount()).isEqualTo(1);
        assertThat(origin.releases).hasValue(1);
    }

    @Test
    @Timeout(60)
    void eitherTheReleaseOrTheOperationWinsWhenBothCome() throws InterruptedException {
        for (int round = 0; round < 2_000; round++) {
            Origin memory = new Origin(64);
            RegisteredBuffer raced = new RegisteredBuffer(memory);
            RegisteredBuffer.View view = raced.view(ElementType.INT);
            AtomicInteger held = new AtomicInteger();
            Thread user =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            view.hold();
                                            held.set(1);
                                        } catch (IllegalStateException e) {
                                            held.set(-1);
                                        }
                                    });
            view.close();
            boolean released;
            try {
                raced.close();
                released = true;
            } catch (IllegalStateException e) {
                released = false;
            }
            user.join();
            assertThat(released && held.get() == 1).isFalse();
            if (held.get() == 1) {
                view.letGo();
            }
            raced.close();
            assertThat(memory.releases).hasValue(1);
        }
    }
}
