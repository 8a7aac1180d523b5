package org.activeobjects.transport.ucx.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.StructLayout;
import java.util.stream.Stream;

class StructureTest {

    /** As a C compiler lays out the header of UCX 1.13 on 64 bits. */
    static Stream<Arguments> fieldsOfTheHeader() {
        return Stream.of(
                Arguments.of(Structure.PARAMS, 80, "features", 8),
                Arguments.of(Structure.WORKER_PARAMS, 200, "thread_mode", 8),
                Arguments.of(Structure.WORKER_PARAMS, 200, "flags", 168),
                Arguments.of(Structure.WORKER_PARAMS, 200, "client_id", 192),
                Arguments.of(Structure.WORKER_ATTR, 80, "address", 16),
                Arguments.of(Structure.WORKER_ATTR, 80, "address_length", 24),
                Arguments.of(Structure.WORKER_ATTR, 80, "max_debug_string", 72),
                Arguments.of(Structure.EP_PARAMS, 104, "address", 8),
                Arguments.of(Structure.EP_PARAMS, 104, "err_mode", 16),
                Arguments.of(Structure.EP_PARAMS, 104, "err_handler.cb", 24),
                Arguments.of(Structure.EP_PARAMS, 104, "local_sockaddr.addr", 88),
                Arguments.of(Structure.REQUEST_PARAM, 72, "op_attr_mask", 0),
                Arguments.of(Structure.REQUEST_PARAM, 72, "flags", 4),
                Arguments.of(Structure.REQUEST_PARAM, 72, "memory_type", 48),
                Arguments.of(Structure.REQUEST_PARAM, 72, "recv_info", 56),
                Arguments.of(Structure.MEM_MAP_PARAMS, 40, "address", 8),
                Arguments.of(Structure.MEM_MAP_PARAMS, 40, "length", 16),
                Arguments.of(Structure.MEM_MAP_PARAMS, 40, "memory_type", 32),
                Arguments.of(Structure.TAG_RECV_INFO, 16, "length", 8));
    }

    @ParameterizedTest
    @MethodSource("fieldsOfTheHeader")
    void liesAsTheHeaderSays(StructLayout form, long bytes, String field, long offset) {
        assertThat(form.byteSize()).isEqualTo(bytes);
        assertThat(Structure.offset(form, field)).isEqualTo(offset);
    }

    @Test
    void isZeroButForWhatWasSet() {
        try (Arena arena = Arena.ofConfined()) {
            Structure structure =
                    new Structure(Structure.EP_PARAMS, arena)
                            .set("err_mode", 1)
                            .set("address", Long.MIN_VALUE);

            assertThat(structure.get("address")).isEqualTo(Long.MIN_VALUE);
            assertThat(structure.get("field_mask")).isZero();
            assertThat(structure.get("err_handler.cb")).isZero();
        }
    }

    @Test
    void refusesWhatItsFormDoesNotHave() {
        try (Arena arena = Arena.ofConfined()) {
            Structure structure = new Structure(Structure.EP_PARAMS, arena);

            assertThatThrownBy(() -> structure.set("err_mode", 1L << 32))
                    .isInstanceOf(ArithmeticException.class);
            assertThatThrownBy(() -> structure.set("features", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("features");
        }
    }
}
