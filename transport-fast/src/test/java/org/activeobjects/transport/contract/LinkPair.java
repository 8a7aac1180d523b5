package org.activeobjects.transport.contract;

import static org.junit.jupiter.api.Assertions.fail;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Two runtimes with one kind of link, and one link between them. */
public final class LinkPair implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Where a runtime of these tests sleeps: nobody does, but it shows whether it was rung. */
    private static final class TestBell implements Doorbell {

        private volatile int level;

        @Override
        public void arm(int newLevel) {
            level = newLevel;
            VarHandle.fullFence();
        }

        @Override
        public int level() {
            return level;
        }

        @Override
        public void sleep(int armed, long maxNs) {
            LockSupport.parkNanos(maxNs);
        }

        @Override
        public void ring() {
            level = AWAKE;
        }

        @Override
        public void close() {}
    }

    public final LinkService initiating;
    public final LinkService accepting;
    public final Link near;
    public final Link far;

    /** The doorbell of the runtime at the far end. */
    public final Doorbell farBell;

    private LinkPair(
            LinkService initiating, LinkService accepting, Doorbell farBell, Link near, Link far) {
        this.initiating = initiating;
        this.accepting = accepting;
        this.farBell = farBell;
        this.near = near;
        this.far = far;
    }

    /** Opens a link; frames that come to the near and the far end go to these receivers. */
    public static LinkPair open(
            LinkProvider provider,
            TransportConfig config,
            FrameReceiver nearReceiver,
            FrameReceiver farReceiver)
            throws LinkUnavailableException {
        return open(provider, config, "this host", nearReceiver, farReceiver);
    }

    /** As above, to a far end that says which host it is on. */
    public static LinkPair open(
            LinkProvider provider,
            TransportConfig config,
            String farHost,
            FrameReceiver nearReceiver,
            FrameReceiver farReceiver)
            throws LinkUnavailableException {
        Unlinked both = new Unlinked(provider, config, farHost);
        byte[] key = newKey();
        LinkService.PendingLink proposed =
                both.initiating.propose(both.initiator(key, nearReceiver));
        LinkService.PendingLink accepted =
                both.accepting.accept(both.acceptor(key, farReceiver), proposed.message());
        Link near = proposed.complete(accepted.message());
        Link far = accepted.complete(new byte[0]);
        return new LinkPair(both.initiating, both.accepting, both.farBell, near, far);
    }

    /** A doorbell at which nobody sleeps. */
    public static Doorbell newBell() {
        return new TestBell();
    }

    /** 32 random bytes. */
    public static byte[] newKey() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** A card of this process. */
    public static RuntimeCard cardOf(
            LinkContext context, LinkProvider provider, LinkService service) {
        return new RuntimeCard(
                context.runtime(),
                "localhost",
                context.hostId(),
                ProcessHandle.current().pid(),
                "127.0.0.1",
                1,
                Map.of(provider.name(), service.offer()));
    }

    /** Polls both ends until something is so. */
    public void pollUntil(BooleanSupplier condition, String description) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            near.poll(16);
            far.poll(16);
            if (System.nanoTime() > deadline) {
                fail(description + "\n" + near.describe() + "\n" + far.describe());
            }
            Thread.yield();
        }
    }

    /** Sends one frame, polling both ends while there is no room. */
    public void send(Link link, FrameHeader header, Slice payload, long offset, int length) {
        pollUntil(() -> link.trySend(header, payload, offset, length), "no room for " + header);
        link.flush();
    }

    @Override
    public void close() {
        near.close();
        far.close();
        initiating.close();
        accepting.close();
    }
}
