package org.activeobjects.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.object.JavaObjectCodec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** Slices, buffers, cards and configurations that cannot be, before there is any transport. */
@Timeout(60)
class WrongArgumentsTest {

    private static final ElementType INT = ElementType.INT;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RuntimeId ID = new RuntimeId(1, 2);
    private static final TransportConfig CONFIG = TransportConfig.defaults();

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new int[9]);
    }

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    static Stream<Arguments> slices() {
        Slice slice = Slice.of(new int[1]);
        MemorySegment noMemory = null;
        Buffer noBuffer = null;
        return Stream.of(
                of("the buffer of a slice is null", () -> Slice.of(noBuffer)),
                of("the memory of a slice is null", () -> Slice.of(noMemory, INT)),
                of("the type of the elements is null", () -> slice.wrap(memory(), null)),
                of("the memory of a slice is null", () -> Slice.strided(noMemory, INT, 0, 1, 1, 1)),
                of(
                        "the type of the elements is null",
                        () -> Slice.strided(memory(), null, 0, 1, 1, 1)),
                of("the parts of a gather list are null", () -> Slice.gather((Slice[]) null)),
                of("a part of a gather list is null", () -> Slice.gather(slice, null)),
                of("the view of a registered buffer is null", () -> slice.wrapView(null, 0, 0)),
                of("the memory to copy to is null", () -> slice.copyTo(0, null, 0, 0)),
                of("the memory to copy from is null", () -> slice.copyFrom(0, null, 0, 0)));
    }

    static Stream<Arguments> namesAndCodecs() {
        Map<String, String> none = Map.of();
        return Stream.of(
                of("the configuration of a transport is null", () -> Transport.open(null)),
                of("the runtime of an endpoint is null", () -> new EndpointAddress(null, 1)),
                of("the text of a runtime id is null", () -> RuntimeId.parse(null)),
                of("the text of a card is null", () -> RuntimeCard.parse(null)),
                of(
                        "the runtime of a card is null",
                        () -> new RuntimeCard(null, "host", "boot", 1, "::1", 1, none)),
                of(
                        "the name of the host of a card is null",
                        () -> new RuntimeCard(ID, null, "boot", 1, "::1", 1, none)),
                of(
                        "the id of the host of a card is null",
                        () -> new RuntimeCard(ID, "host", null, 1, "::1", 1, none)),
                of(
                        "the address of a card is null",
                        () -> new RuntimeCard(ID, "host", "boot", 1, null, 1, none)),
                of(
                        "the links of a card are null",
                        () -> new RuntimeCard(ID, "host", "boot", 1, "::1", 1, null)),
                of(
                        "the array of patterns of classes is null",
                        () -> JavaObjectCodec.allowing((String[]) null)),
                of("a pattern of classes is null", () -> JavaObjectCodec.allowing("a.Shape", null)),
                of(
                        "the bytes of an object are null",
                        () -> JavaObjectCodec.allowing().decode(null)),
                of(
                        "the source of a registered buffer is null",
                        () -> new RegisteredBuffer(null).byteLength()));
    }

    static Stream<Arguments> configurations() {
        return Stream.of(
                of("the job id is null", () -> CONFIG.withJob(null, null)),
                of("the names of links are null", () -> CONFIG.withLinks((String[]) null)),
                of("the name of a link is null", () -> CONFIG.withLinks("shm", null)),
                of("the address to bind is null", () -> CONFIG.withBindAddress(null)),
                of(
                        "the address to bind is null",
                        () ->
                                CONFIG.withJob("job", TransportConfig.newSecret())
                                        .withBindAddress(null)),
                of("the folder for shared memory is null", () -> CONFIG.withSharedMemory(null)),
                of("connectTimeout is null", () -> CONFIG.withTimeouts(null, SECOND)),
                of("heartbeat is null", () -> CONFIG.withTimeouts(SECOND, null)),
                of("the name of a setting is null", () -> CONFIG.withSetting(null, "1")),
                of(
                        "the value of a setting is null: name=shm.eagerLimit",
                        () -> CONFIG.withSetting("shm.eagerLimit", null)),
                of("the properties with settings are null", () -> CONFIG.withSettingsOf(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"slices", "namesAndCodecs", "configurations"})
    void namesWhatIsNull(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                of(
                        "connectTimeout must be more than 0 and at most 106751 days:"
                                + " connectTimeout=PT0S",
                        () -> CONFIG.withTimeouts(Duration.ZERO, SECOND)),
                of(
                        "heartbeat must be more than 0 and at most 106751 days: heartbeat=PT-1S",
                        () -> CONFIG.withTimeouts(SECOND, SECOND.negated())),
                of(
                        "heartbeat must be more than 0 and at most 106751 days:"
                                + " heartbeat=PT2562047788015215H30M7S",
                        () -> CONFIG.withTimeouts(SECOND, Duration.ofSeconds(Long.MAX_VALUE))),
                of(
                        "ranksOnHost must be 1 or more, or 0 if unknown: ranksOnHost=-1",
                        () -> CONFIG.withRanksOnHost(-1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("numbers")
    void namesTheNumberAndItsRange(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aViewOfNoTypeLeavesTheBufferFree() {
        try (Arena arena = Arena.ofShared()) {
            RegisteredBuffer buffer = new RegisteredBuffer(new Lent(arena.allocate(64)));
            assertThatThrownBy(() -> buffer.view(null))
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessage("the type of a view is null");
            buffer.view(ElementType.LONG).close();
            buffer.close();
        }
    }

    /** Memory that is of somebody else. */
    private record Lent(MemorySegment segment) implements RegisteredBuffer.Source {

        @Override
        public void release() {}

        @Override
        public void forgotten() {}
    }
}
