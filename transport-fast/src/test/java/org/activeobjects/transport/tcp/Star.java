package org.activeobjects.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One runtime with links to many, each of which is a runtime of its own. */
final class Star implements AutoCloseable {

    private final LinkProvider provider;
    private final TransportConfig config;
    private final LinkService centre;
    private final List<LinkService> services = new ArrayList<>();
    private final List<Link> spokes = new ArrayList<>();
    private final List<Link> leaves = new ArrayList<>();
    private final List<FrameRecorder> received = new ArrayList<>();
    private final List<List<byte[]>> expected = new ArrayList<>();

    private Star(LinkProvider provider, TransportConfig config) throws LinkUnavailableException {
        this.provider = provider;
        this.config = config;
        this.centre = start(provider, config);
    }

    static Star open(LinkProvider provider, TransportConfig config, int leaves)
            throws LinkUnavailableException {
        Star star = new Star(provider, config);
        for (int i = 0; i < leaves; i++) {
            star.addLeaf();
        }
        return star;
    }

    private static LinkService start(LinkProvider provider, TransportConfig config)
            throws LinkUnavailableException {
        LinkService service =
                provider.start(new LinkContext(RuntimeId.random(), "this host", config));
        service.useDoorbell(LinkPair.newBell());
        return service;
    }

    /** One more runtime, with a link to the one in the middle. */
    void addLeaf() throws LinkUnavailableException {
        LinkService leaf = start(provider, config);
        String name = provider.name();
        services.add(leaf);
        byte[] key = LinkPair.newKey();
        FrameRecorder recorder = new FrameRecorder();
        String host = config.bindAddress().getHostAddress();
        LinkService.PendingLink proposed =
                leaf.propose(session(centre, host, name, key, new FrameRecorder()));
        LinkService.PendingLink accepted =
                centre.accept(session(leaf, host, name, key, recorder), proposed.message());
        leaves.add(proposed.complete(accepted.message()));
        spokes.add(accepted.complete(new byte[0]));
        received.add(recorder);
        expected.add(new ArrayList<>());
    }

    private static LinkSession session(
            LinkService peer, String host, String name, byte[] key, FrameReceiver receiver) {
        RuntimeCard card =
                new RuntimeCard(
                        RuntimeId.random(),
                        host,
                        "this host",
                        ProcessHandle.current().pid(),
                        host,
                        1,
                        Map.of(name, peer.offer()));
        return new LinkSession(card, peer.offer(), key, receiver);
    }

    int size() {
        return leaves.size();
    }

    Link leaf(int index) {
        return leaves.get(index);
    }

    Link spoke(int index) {
        return spokes.get(index);
    }

    /** One round over the links of the centre. */
    void pollCentre() {
        for (Link spoke : spokes) {
            spoke.poll(16);
        }
    }

    void expect(int leaf, byte[] payload) {
        expected.get(leaf).add(payload);
    }

    /** Whether everything has come, and as it was sent. */
    boolean isComplete() {
        for (int i = 0; i < received.size(); i++) {
            List<FrameRecorder.Frame> frames = received.get(i).frames;
            if (frames.size() < expected.get(i).size()) {
                return false;
            }
            for (int f = 0; f < frames.size(); f++) {
                assertThat(frames.get(f).payload()).isEqualTo(expected.get(i).get(f));
            }
        }
        return true;
    }

    @Override
    public void close() {
        services.forEach(LinkService::close);
        centre.close();
    }
}
