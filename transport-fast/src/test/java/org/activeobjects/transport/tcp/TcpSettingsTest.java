package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.posix.socket.Sockets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class TcpSettingsTest {

    @Test
    void leavesTheBuffersToTheKernelUnlessTold() {
        assertThat(TcpSettings.of(Map.of("netty.tls.key", "x", "shm.y", "z")))
                .isEqualTo(new TcpSettings(1048576, new Sockets.Buffers(0, 0)));
    }

    @Test
    void takesWhatIsSet() {
        Map<String, String> set =
                Map.of(
                        "tcp.eagerLimit", "4096",
                        "tcp.sendBuffer", "1048576",
                        "tcp.receiveBuffer", "0");
        assertThat(TcpSettings.of(set))
                .isEqualTo(new TcpSettings(4096, new Sockets.Buffers(1048576, 0)));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "tcp.eagerLimit, 4095",
        "tcp.eagerLimit, 1048577",
        "tcp.eagerLimit, 64K",
        "tcp.eagerLimit, -1",
        "tcp.eagerLimit, ''",
        "tcp.eagerLimit, 99999999999",
        "tcp.eagerLimit, 4294971392",
        "tcp.sendBuffer, 16383",
        "tcp.receiveBuffer, 1",
        "tcp.receiveBuffer, 1073741825",
    })
    void refusesAValueOutOfItsRangeAndNamesTheRange(String name, String value) {
        assertThatThrownBy(() -> TcpSettings.of(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name + "=" + value)
                .hasMessageContaining("least=")
                .hasMessageContaining("most=");
    }

    @Test
    void refusesASettingThatItDoesNotKnow() {
        assertThatThrownBy(() -> TcpSettings.of(Map.of("tcp.eagerlimit", "8192")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tcp.eagerlimit")
                .hasMessageContaining("[tcp.eagerLimit, tcp.receiveBuffer, tcp.sendBuffer]");
    }
}
