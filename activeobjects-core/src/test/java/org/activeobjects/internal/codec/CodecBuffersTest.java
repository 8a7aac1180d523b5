package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.InvalidMarkException;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Buffers of java.nio. */
class CodecBuffersTest {

    private final Codec codec = CodecTesting.codecFor();

    static Stream<Buffer> buffers() {
        List<Buffer> all = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            for (ByteBuffer bytes : List.of(filled(order, false), filled(order, true))) {
                all.add(bytes);
                all.add(bytes.asReadOnlyBuffer().order(order));
                all.add(bytes.slice(2, 5).order(order));
                all.add(bytes.duplicate().clear().order(order).asCharBuffer());
                all.add(bytes.duplicate().clear().order(order).asShortBuffer());
                all.add(bytes.duplicate().clear().order(order).asIntBuffer());
                all.add(bytes.duplicate().clear().order(order).asLongBuffer());
                all.add(bytes.duplicate().clear().order(order).asFloatBuffer());
                all.add(bytes.duplicate().clear().order(order).asDoubleBuffer().asReadOnlyBuffer());
            }
        }
        all.add(LongBuffer.wrap(new long[] {1, 2, 3}, 1, 1));
        all.add(DoubleBuffer.wrap(new double[1000]).position(3).mark().position(7));
        all.add(CharBuffer.wrap("text"));
        all.add(ByteBuffer.allocate(0));
        all.add(ByteBuffer.allocateDirect(5000));
        return all.stream();
    }

    /** Position 3, limit 30, mark 1, room behind the limit. */
    private static ByteBuffer filled(ByteOrder order, boolean direct) {
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(40) : ByteBuffer.allocate(40);
        for (int i = 0; i < 40; i++) {
            buffer.put((byte) (i * 3));
        }
        return buffer.order(order).position(1).mark().limit(30).position(3);
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void arriveWithAllThatTheyTell(Buffer buffer) {
        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, buffer), codec.copy(buffer, "Test.call"))) {
            assertThat(copy).isNotSameAs(buffer);
            assertThat(told((Buffer) copy)).isEqualTo(told(buffer));
            assertThat(((Buffer) copy).duplicate().clear()).isEqualTo(buffer.duplicate().clear());
        }
    }

    private static String told(Buffer buffer) {
        Object order =
                switch (buffer) {
                    case ByteBuffer bytes -> bytes.order();
                    case DoubleBuffer doubles -> doubles.order();
                    case CharBuffer chars -> chars.order();
                    default -> null;
                };
        return "position=%d limit=%d capacity=%d mark=%d direct=%b readOnly=%b order=%s"
                .formatted(
                        buffer.position(),
                        buffer.limit(),
                        buffer.capacity(),
                        markOf(buffer),
                        buffer.isDirect(),
                        buffer.isReadOnly(),
                        order);
    }

    private static int markOf(Buffer buffer) {
        try {
            return buffer.duplicate().reset().position();
        } catch (InvalidMarkException e) {
            return -1;
        }
    }

    @Test
    void thoseOverOneArrayStayThat() {
        byte[] array = new byte[100];
        Object[] value = {array, ByteBuffer.wrap(array), ByteBuffer.wrap(array, 5, 7)};

        for (Object copy :
                List.of(CodecTesting.roundTrip(codec, value), codec.copy(value, "Test.call"))) {
            Object[] parts = (Object[]) copy;
            assertThat(((ByteBuffer) parts[1]).array()).isSameAs(parts[0]).isNotSameAs(array);
            assertThat(((ByteBuffer) parts[2]).array()).isSameAs(parts[0]);
            assertThat(((ByteBuffer) parts[2]).remaining()).isEqualTo(7);
        }
    }

    @Test
    void aLargeArrayTravelsBesideTheBytes() {
        DoubleBuffer buffer = DoubleBuffer.allocate(1 << 16);

        EncodedMessage message = CodecTesting.encode(codec, buffer);

        assertThat(message.headLength()).isLessThan(100);
        assertThat(message.attachments().getFirst().array()).isSameAs(buffer.array());
    }

    @Test
    void aPositionBehindTheLimitIsRefused() {
        EncodedMessage message =
                CodecTesting.encode(codec, ByteBuffer.wrap(new byte[4]).position(2).limit(3));
        int at = indexOf(message.head(), message.headLength());
        message.head()[at] = 9;

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class);
    }

    /** Where position 2 and limit 3 follow each other. */
    private static int indexOf(byte[] bytes, int length) {
        for (int i = 0; i + 1 < length; i++) {
            if (bytes[i] == 2 && bytes[i + 1] == 3) {
                return i;
            }
        }
        throw new AssertionError("position and limit are not there");
    }
}
