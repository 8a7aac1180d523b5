package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectStreamConstants;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class CodecHostileBytesTest {

    static class Leaf {
        String text = "leaf";
        int number = 5;
        double[] array = {1, 2, 3};
        List<Object> list = new ArrayList<>(List.of(1, "x"));
    }

    record Pair(Object a, Object b) {}

    private final Codec codec = CodecTesting.codecFor(Leaf.class, Pair.class);

    private static Object[] specimen() {
        Map<Object, Object> map = new HashMap<>(Map.of("k", 1L));
        return new Object[] {
            new Leaf(),
            new Pair(new Leaf(), List.of(1, 2, 3)),
            map,
            new TreeMap<>(Map.of("a", 1)),
            "some text, and more of it: äöü",
            new int[][] {{1, 2}, {3}},
            new IllegalStateException("thrown", new RuntimeException("cause")),
            BitSet.valueOf(new long[] {1, 2}),
            new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
            new java.math.BigDecimal("1.5"),
            Leaf.class
        };
    }

    private void decodeOrRefuse(byte[] bytes, int length, String what) {
        try {
            codec.decode(bytes, 0, length, new Object[] {new double[100], "no array"});
        } catch (SerializationException e) {
            assertThat(e.getMessage()).as(what).isNotBlank();
        }
    }

    @Test
    void aMessageCutShortAnywhereIsRefused() {
        EncodedMessage message = CodecTesting.encode(codec, specimen());

        for (int length = 0; length < message.headLength(); length++) {
            int cut = length;
            assertThatThrownBy(() -> codec.decode(message.head(), 0, cut, new Object[0]))
                    .as("length=%s", length)
                    .isInstanceOf(SerializationException.class);
        }
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        EncodedMessage message = CodecTesting.encode(codec, 1);
        message.reserve(1);

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("left over");
    }

    /** None can be made of a class: who says that a proxy is refused has not tried to. */
    @Test
    void aProxyInThePlaceOfARandomIsRefusedBeforeItsClassIsMade() throws IOException {
        EncodedMessage message = CodecTesting.encode(codec, new Random(7));
        byte[] head = Arrays.copyOf(message.head(), message.headLength());
        int start = 0;
        while (ByteBuffer.wrap(head).getShort(start) != ObjectStreamConstants.STREAM_MAGIC) {
            start++;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(ObjectStreamConstants.TC_OBJECT);
        out.writeByte(ObjectStreamConstants.TC_PROXYCLASSDESC);
        out.writeInt(1);
        out.writeUTF("java.lang.String");
        out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
        out.writeByte(ObjectStreamConstants.TC_NULL);
        System.arraycopy(bytes.toByteArray(), 0, head, start + 2 * Short.BYTES, bytes.size());

        assertThatThrownBy(() -> codec.decode(head, 0, head.length, new Object[0]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("a proxy is no Random");
    }

    @Test
    void changedBytesNeverDoWorseThanARefusal() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        EncodedMessage message = CodecTesting.encode(codec, specimen());
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = Arrays.copyOf(message.head(), message.headLength());
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            decodeOrRefuse(bytes, bytes.length, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void randomBytesNeverDoWorseThanARefusal() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            decodeOrRefuse(bytes, bytes.length, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void memoryStaysInProportionToTheBytes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        EncodedMessage message = CodecTesting.encode(codec, specimen());
        decodeOrRefuse(message.head(), message.headLength(), "warm");
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = Arrays.copyOf(message.head(), message.headLength());
            int at = random.nextInt(bytes.length - 5);
            // The largest number that a length can claim, wherever a length may be.
            System.arraycopy(new byte[] {-1, -1, -1, -1, 7}, 0, bytes, at, 5);
            long before = threads.getCurrentThreadAllocatedBytes();
            decodeOrRefuse(bytes, bytes.length, "seed=" + seed + " round=" + round);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).as("seed=%s round=%s", seed, round).isLessThan(1 << 20);
        }
    }

    @Test
    void anAttachmentOfAnotherTypeIsRefused() {
        EncodedMessage message = CodecTesting.encode(codec, new double[100]);

        for (Object[] wrong : List.of(new Object[0], new Object[] {new int[200]}, new Object[1])) {
            assertThatThrownBy(() -> codec.decode(message.head(), 0, message.headLength(), wrong))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("attachment");
        }
    }

    @Test
    void aClassThatDiffersBetweenTheJvmsIsRefused() {
        EncodedMessage message = CodecTesting.encode(codec, new Leaf());
        int nameLength = Leaf.class.getName().length();
        message.head()[5 + nameLength] ^= 1; // the hash of the shape follows the name

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=" + Leaf.class.getName())
                .hasMessageContaining("class differs between the two JVMs");
    }

    @Test
    void ofNoClassMoreIsToldThanAnySenderTells() {
        EncodedMessage message = CodecTesting.encode(codec, new Leaf());
        int at = 9 + Leaf.class.getName().length(); // behind the hash
        byte[] claimed = {(byte) 0x81, 0x20}; // 4097
        byte[] bytes = Arrays.copyOf(message.head(), 8192);
        System.arraycopy(claimed, 0, bytes, at, claimed.length);

        assertThatThrownBy(() -> codec.decode(bytes, 0, bytes.length, new Object[0]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("text of its shape is too long: bytes=4097");
    }
}
