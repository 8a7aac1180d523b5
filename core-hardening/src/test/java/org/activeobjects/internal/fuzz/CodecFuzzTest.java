package org.activeobjects.internal.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.transport.Slice;

import java.lang.management.ManagementFactory;

/** The content of a message: values, or a refusal, for memory in proportion to its bytes. */
class CodecFuzzTest {

    private static final Codec CODEC = Specimen.codec();
    private static final PeerClasses PEER = acquainted();
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What a new engine takes. */
    private static final long FREE_MEMORY = 1 << 24;

    private static final long MEMORY_PER_BYTE = 1 << 10;

    /** A peer whose numbers of some classes are known. */
    private static PeerClasses acquainted() {
        PeerClasses peer = new PeerClasses(numbers -> {});
        for (Object[] values : Specimen.values()) {
            EncodedMessage message = new EncodedMessage(number -> false);
            CODEC.encode(message, values, "fuzz");
            Object[] arrays = message.attachments().stream().map(Slice::array).toArray();
            CODEC.decode(
                    message.head(),
                    0,
                    message.headLength(),
                    arrays,
                    peer,
                    Roots.VALUES,
                    () -> "fuzz");
        }
        return peer;
    }

    @FuzzTest
    void isValuesOrARefusal(byte[] bytes) {
        Object[] values = decode(bytes, new double[100]);
        // The first time classes are loaded, and changed by the fuzzer.
        long before = THREADS.getCurrentThreadAllocatedBytes();
        decode(bytes, new double[100]);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(FREE_MEMORY + MEMORY_PER_BYTE * bytes.length);
        if (values != null) {
            sendOn(values);
        }
    }

    /** Whoever got them may send them on, unless they are what no caller could send. */
    private static void sendOn(Object[] values) {
        EncodedMessage message = new EncodedMessage();
        try {
            CODEC.encode(message, values, "fuzz");
        } catch (SerializationException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        Object[] arrays = message.attachments().stream().map(Slice::array).toArray();
        byte[] bytes = java.util.Arrays.copyOf(message.head(), message.headLength());
        Object[] again = decode(bytes, arrays);
        if (again != null) {
            assertThat(again).hasSameSizeAs(values);
        }
    }

    private static Object[] decode(byte[] bytes, Object... arrays) {
        try {
            return CODEC.decode(bytes, 0, bytes.length, arrays, PEER, Roots.VALUES, () -> "fuzz");
        } catch (SerializationException e) {
            assertThat(e.getMessage()).isNotBlank();
            return null;
        }
    }
}
