package org.activeobjects.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Windows of long messages from parts of one registered buffer into parts of another. */
@Timeout(120)
class RegisteredStreamsTest {

    private static final long SEED = 20_261_127;
    private static final int BYTES = 12 << 20;
    private static final int WINDOWS = 40;
    private static final int MESSAGES = 6; // in a window
    private static final int TAG = 3;
    private static final int CONTEXT = 4;

    @TempDir Path sharedMemory;

    static List<String> links() {
        return Transport.linkNames();
    }

    /** A runtime, and what it sends from and receives into. */
    private static final class Side implements AutoCloseable {

        final Transport transport;
        final Endpoint endpoint;
        final RegisteredBuffer buffer;
        final RegisteredBuffer.View view;

        Side(TransportConfig config) {
            transport = Transport.open(config);
            endpoint = transport.openEndpoint();
            buffer = transport.allocate(BYTES);
            view = buffer.view(ElementType.BYTE);
        }

        MemorySegment memory() {
            return view.segment();
        }

        @Override
        public void close() {
            view.close();
            buffer.close();
            transport.close();
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void comeWholeWhateverTheirPlacesAndLengths(String link) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("streams", TransportConfig.newSecret())
                        .withSharedMemory(sharedMemory)
                        .withLinks(link);
        try (Side near = open(config);
                Side far = new Side(config)) {
            near.transport.learn(far.transport.card());
            far.transport.learn(near.transport.card());
            Random random = new Random(SEED);
            for (int window = 0; window < WINDOWS; window++) {
                boolean isForth = window % 3 != 0;
                play(isForth ? near : far, isForth ? far : near, lengths(random), random);
            }
        }
        assertThat(sharedMemory).isEmptyDirectory();
    }

    private static Side open(TransportConfig config) {
        try {
            return new Side(config);
        } catch (TransportException e) {
            return abort("this link is not there: " + e.getMessage());
        }
    }

    private static int[] lengths(Random random) {
        int[] lengths = new int[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            int most = random.nextBoolean() ? 300_000 : BYTES / MESSAGES;
            lengths[i] = 1 + random.nextInt(most);
        }
        return lengths;
    }

    /** The messages lie in the source from its start on, in the target backwards from its end. */
    private static void play(Side from, Side to, int[] lengths, Random random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        from.memory().copyFrom(MemorySegment.ofArray(bytes));
        to.memory().fill((byte) 0);
        CompletableFuture<Void> receiver =
                CompletableFuture.runAsync(
                        () -> {
                            Request[] receives = new Request[lengths.length];
                            int end = BYTES;
                            for (int i = 0; i < lengths.length; i++) {
                                end -= lengths[i];
                                Slice room = to.view.slice(end, lengths[i]);
                                receives[i] =
                                        to.endpoint.irecv(
                                                from.endpoint.address(), TAG, CONTEXT, room);
                            }
                            Request.awaitAll(receives);
                        });
        Request[] sends = new Request[lengths.length];
        int start = 0;
        for (int i = 0; i < lengths.length; i++) {
            Slice elements = from.view.slice(start, lengths[i]);
            sends[i] = from.endpoint.isend(to.endpoint.address(), TAG, CONTEXT, elements);
            start += lengths[i];
        }
        Request.awaitAll(sends);
        receiver.join();
        requireThere(bytes, to.memory(), lengths);
    }

    private static void requireThere(byte[] sent, MemorySegment target, int[] lengths) {
        MemorySegment source = MemorySegment.ofArray(sent);
        int start = 0;
        int end = BYTES;
        for (int length : lengths) {
            end -= length;
            MemorySegment received = target.asSlice(end, length);
            assertThat(received.mismatch(source.asSlice(start, length)))
                    .as("length %d seed %d", length, SEED)
                    .isEqualTo(-1);
            start += length;
        }
        for (int at = 0; at < end; at++) {
            if (target.get(ValueLayout.JAVA_BYTE, at) != 0) {
                assertThat(at).as("written before the start of the messages").isEqualTo(end);
            }
        }
    }
}
