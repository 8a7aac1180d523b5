package org.activeobjects.transport.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/** What a peer offers and proposes for each kind of link. */
class ProposalFuzzTest {

    @TempDir private static Path folder;
    private static final List<LinkService> SERVICES = new ArrayList<>();
    private static LinkContext context;

    @BeforeAll
    static void start() {
        context =
                new LinkContext(
                        RuntimeId.random(),
                        "this host",
                        TransportConfig.defaults().withSharedMemory(folder));
        for (LinkProvider provider : ServiceLoader.load(LinkProvider.class)) {
            try {
                LinkService service = provider.start(context);
                service.useDoorbell(LinkPair.newBell());
                SERVICES.add(service);
            } catch (LinkUnavailableException e) {
                // This kind does not work here; the others are fuzzed.
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }

    @AfterAll
    static void stop() {
        SERVICES.forEach(LinkService::close);
        SERVICES.clear();
    }

    @FuzzTest
    void opensNothingAndThrowsNothingElse(byte[] bytes) {
        if (bytes.length < 2) {
            return;
        }
        LinkService service = SERVICES.get(Math.floorMod(bytes[0], SERVICES.size()));
        int split = Math.min(bytes.length, 1 + (bytes[1] & 0xff));
        String offer = new String(bytes, 1, split - 1, StandardCharsets.ISO_8859_1);
        byte[] proposal = Arrays.copyOfRange(bytes, split, bytes.length);
        RuntimeCard peer =
                new RuntimeCard(
                        new RuntimeId(1, 2),
                        "h",
                        "this host",
                        1,
                        "127.0.0.1",
                        1,
                        java.util.Map.of());
        LinkSession session = new LinkSession(peer, offer, new byte[32], new FrameRecorder());
        String whyNot = service.whyNot(peer, offer);
        assertThat(whyNot == null || !whyNot.isBlank()).isTrue();
        try {
            service.accept(session, proposal).abandon();
        } catch (LinkUnavailableException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }
}
