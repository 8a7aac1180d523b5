package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.transfer.EagerLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

class SettingsTest {

    private final Link link = new PipeLink(null, null, null);

    @Test
    void withoutASettingAFrameIsTheLimit() {
        assertThat(new EagerLimits(Map.of("tcp.eagerLimit", "17")).of(link)).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "100, 100", "4096, 4096", "4097, 4096", "999999999, 4096"})
    void theLimitIsWhatTheSettingOfTheLinkSaysAndNoMoreThanAFrame(String value, int limit) {
        assertThat(new EagerLimits(Map.of("pipe.eagerLimit", value)).of(link)).isEqualTo(limit);
    }

    @ParameterizedTest
    @CsvSource({
        "shm.eagerLimit, many, a number of bytes",
        "shm.eagerLimit, -1, a number of bytes",
        "shm.eagerLimit, 9999999999, a number of bytes",
        "objects.allow, com.example.*x, com.example.**",
        "objects.allow, 'com.example.A,,x y', com.example.**"
    })
    void aSettingThatMakesNoSenseIsNamedWhenTheTransportIsOpened(
            String name, String value, String what) {
        TransportConfig config = TransportConfig.defaults().withSetting(name, value);
        assertThatThrownBy(() -> Transport.open(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }
}
