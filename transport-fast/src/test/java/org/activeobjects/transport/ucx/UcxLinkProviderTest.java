package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** When there is a link over UCX, and when the next one is taken. */
@Timeout(30)
class UcxLinkProviderTest {

    private static final String NOT_THERE = "/nowhere/libucp.so.0";

    private static LinkService start(TransportConfig config) throws LinkUnavailableException {
        return new UcxLinkProvider()
                .start(new LinkContext(RuntimeId.random(), "this host", config));
    }

    @Test
    void saysWhatToInstallWhereTheLibraryIsMissing() {
        TransportConfig config =
                TransportConfig.defaults().withLinks("ucx").withSetting("ucx.library", NOT_THERE);
        assertThatThrownBy(() -> start(config))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("library=" + NOT_THERE)
                .hasMessageContaining("libucx0");
    }

    @Test
    void saysWhatIsMissingInALibraryThatIsAnother() {
        TransportConfig config =
                TransportConfig.defaults().withLinks("ucx").withSetting("ucx.library", "libc.so.6");
        assertThatThrownBy(() -> start(config))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("function=ucp_");
    }

    @Test
    void leavesTheNextLinkToTransportsWhereTheLibraryIsMissing() {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("absent-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withLinks("ucx", "netty")
                        .withSetting("ucx.library", NOT_THERE);
        try (Transport one = Transport.open(config);
                Transport other = Transport.open(config)) {
            one.learn(other.card());
            other.learn(one.card());
            Endpoint near = one.openEndpoint();
            Endpoint far = other.openEndpoint();
            int[] got = new int[1];
            Request receive = far.irecv(near.address(), 1, 0, Slice.of(got));
            near.send(far.address(), 1, 0, Slice.of(new int[] {7}));
            receive.await();
            assertThat(got).containsExactly(7);
            assertThat(one.linkTo(far.address().runtime())).isEqualTo("netty");
        }
    }

    @Test
    void leavesTheNextLinkToTransportsWhereUcxHasNoSuchDevice() {
        UcxHere.assume();
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("device-" + UUID.randomUUID(), TransportConfig.newSecret())
                        .withLinks("ucx", "netty")
                        .withSetting("ucx.tls", "nosuchdevice");
        try (Transport one = Transport.open(config);
                Transport other = Transport.open(config)) {
            one.learn(other.card());
            other.learn(one.card());
            Endpoint near = one.openEndpoint();
            Endpoint far = other.openEndpoint();
            Request receive = far.irecv(near.address(), 1, 0, Slice.of(new int[1]));
            near.send(far.address(), 1, 0, Slice.of(new int[] {7}));
            receive.await();
            assertThat(one.linkTo(far.address().runtime())).isEqualTo("netty");
        }
    }

    @Test
    void standsBackWhereNobodyHasNamedItAndNoDeviceIsThere() throws LinkUnavailableException {
        if (Files.isDirectory(Path.of("/sys/class/infiniband"))) {
            return; // the other half: it is taken without being named
        }
        TransportConfig config = TransportConfig.defaults().withSetting("ucx.library", NOT_THERE);
        try (LinkService service = start(config)) {
            assertThat(service.offer()).isEmpty();
            assertThat(service.whyNot(null, "ucx3 1.13")).contains("InfiniBand");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ucx.nosuch, 1",
        "ucx.eagerLimit, 4095",
        "ucx.eagerLimit, 65537",
        "ucx.eagerLimit, many",
        "ucx.peerErrors, perhaps"
    })
    void refusesSettingsThatItDoesNotKnow(String name, String value) {
        TransportConfig config = TransportConfig.defaults().withSetting(name, value);
        assertThatThrownBy(() -> start(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void refusesAPeerWithAnotherVersion() throws LinkUnavailableException {
        UcxHere.assume();
        try (LinkService service = start(TransportConfig.defaults().withLinks("ucx"))) {
            assertThat(service.whyNot(null, service.offer())).isNull();
            assertThat(service.whyNot(null, "ucx3 0.9")).contains("version=ucx3 0.9");
            assertThat(service.whyNot(null, service.offer().replace("ucx3", "ucx2")))
                    .as("a peer that does not say which process it is")
                    .contains("version=ucx2", "expected=ucx3");
            assertThat(service.whyNot(null, "")).contains("InfiniBand");
        }
    }
}
