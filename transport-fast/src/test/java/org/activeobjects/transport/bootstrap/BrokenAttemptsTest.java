package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkService.PendingLink;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.DataInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Attempts that end, or are to end, while a link is opened. */
@Timeout(60)
class BrokenAttemptsTest {

    private static final int PATIENCE_S = 30;
    private static final Duration BRIEF = Duration.ofSeconds(2);
    private static final String LINK = "netty";
    private static final LinkProvider REAL = LinkServices.known().get(LINK);
    private static final List<Class<?>> KINDS =
            List.of(LinkProvider.class, LinkService.class, PendingLink.class, Link.class);

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("broken-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks(LINK);
    private final List<String> losses = new CopyOnWriteArrayList<>();
    private final List<Gate> gates = List.of(new Gate(), new Gate());
    private final AtomicInteger completing = new AtomicInteger();
    private final CompletableFuture<Void> aLinkIsClosed = new CompletableFuture<>();
    private LinkedTransport acceptor;
    private LinkedTransport initiator;

    /** Where one end of a link waits before it opens. */
    private record Gate(CompletableFuture<Void> reached, CompletableFuture<Void> opened) {

        Gate() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }

        void awaitReached() throws Exception {
            reached.get(PATIENCE_S, TimeUnit.SECONDS);
        }

        void open() {
            opened.complete(null);
        }

        void pass() {
            reached.complete(null);
            opened.join();
        }
    }

    /** What happens first where an end of a link is opened or closed. */
    @FunctionalInterface
    private interface Before {

        void call(Object end, String method) throws LinkUnavailableException;
    }

    private LinkedTransport open(Before before) {
        return open(config, before);
    }

    /** The first kind of link is the one where something happens. */
    private LinkedTransport open(TransportConfig one, Before before) {
        Map<String, LinkProvider> kinds = new LinkedHashMap<>(LinkServices.known());
        kinds.put(LINK, (LinkProvider) around(REAL, before));
        LinkedTransport transport = LinkedTransport.open(one, kinds);
        transport.onPeerLost(loss -> losses.add(loss.getMessage()));
        return transport;
    }

    private static Object around(Object real, Before before) {
        for (Class<?> kind : KINDS) {
            if (kind.isInstance(real)) {
                return Proxy.newProxyInstance(
                        kind.getClassLoader(),
                        new Class<?>[] {kind},
                        (_, called, arguments) -> {
                            before.call(real, called.getName());
                            try {
                                return around(called.invoke(real, arguments), before);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
            }
        }
        return real;
    }

    private void waitAtGates(Object end, String method) {
        if (end instanceof PendingLink && method.equals("complete")) {
            int number = completing.getAndIncrement();
            if (number < gates.size()) {
                gates.get(number).pass();
            }
        }
        if (end instanceof Link && method.equals("close")) {
            aLinkIsClosed.complete(null);
        }
    }

    @AfterEach
    void close() {
        gates.forEach(Gate::open);
        if (initiator != null) {
            initiator.close();
        }
        acceptor.close();
    }

    private RuntimeCard connect() {
        return initiator.connect("127.0.0.1", acceptor.card().port());
    }

    /** The end of the acceptor may be in use before the initiator hears of it. */
    @Test
    void anInterruptWhileTheOtherEndOpensEndsNothing() throws Exception {
        acceptor = open(this::waitAtGates);
        initiator = open((_, _) -> {});
        FutureTask<Boolean> isInterrupted =
                new FutureTask<>(
                        () -> {
                            var _ = connect();
                            return Thread.currentThread().isInterrupted();
                        });
        Thread connecting = Thread.ofPlatform().daemon().start(isInterrupted);
        gates.getFirst().awaitReached();

        connecting.interrupt();
        Awaitility.await().until(() -> !connecting.isInterrupted());
        gates.getFirst().open();

        assertThat(isInterrupted.get(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(connect()).isEqualTo(acceptor.card());
        assertThat(losses).isEmpty();
    }

    @Test
    void anInterruptIsNotTakenForAFaultOfALink() {
        acceptor = open((_, _) -> {});
        AtomicBoolean isFirst = new AtomicBoolean(true);
        initiator =
                open(
                        (end, method) -> {
                            boolean opens = end instanceof PendingLink && method.equals("complete");
                            if (opens && isFirst.getAndSet(false)) {
                                Thread.currentThread().interrupt();
                                throw new LinkUnavailableException("its wait was interrupted");
                            }
                        });

        assertThatThrownBy(this::connect)
                .hasMessageContaining("the thread that connects was interrupted; it may try again");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(connect()).isEqualTo(acceptor.card());
        assertThat(losses).isEmpty();
    }

    @Test
    void oneThatTakesTooLongMayBeMadeAgain() throws Exception {
        TransportConfig brief = config.withTimeouts(BRIEF, Duration.ofMinutes(1));
        acceptor = open(brief, this::waitAtGates);
        initiator = open(brief, (_, _) -> {});

        assertThatThrownBy(this::connect).hasMessageContaining("cannot connect");

        gates.forEach(Gate::open);
        assertThat(connect()).isEqualTo(acceptor.card());
        assertThat(losses).isEmpty();
    }

    /** The initiator's end is open then, and closed again. */
    @Test
    void theEndOfALinkThatTheAcceptorCannotOpenIsNoEndOfThePeer() {
        TransportConfig two = config.withLinks(LINK, "tcp");
        acceptor =
                open(
                        two,
                        (end, method) -> {
                            if (end instanceof PendingLink && method.equals("complete")) {
                                throw new LinkUnavailableException("on purpose");
                            }
                        });
        initiator = open(two, (_, _) -> {});

        assertThat(connect()).isEqualTo(acceptor.card());
        assertThat(initiator.linkTo(acceptor.card().id())).isEqualTo("tcp");
        assertThat(losses).isEmpty();
    }

    /** The thread that opens an end is slow, and does not know that its attempt has ended. */
    @Test
    void oneThatHasEndedIsNotTakenForTheNext() throws Exception {
        acceptor = open(this::waitAtGates);
        RuntimeId id = RuntimeId.random();
        try (Intruder first = new Intruder(id, acceptor.card(), config, REAL, Integer.MAX_VALUE)) {
            var _ = first.begin();
            gates.getFirst().awaitReached();
            first.socket().close();
            try (Intruder second = beginAgain(id)) {
                gates.getLast().awaitReached();

                gates.getFirst().open();
                aLinkIsClosed.get(PATIENCE_S, TimeUnit.SECONDS);
                gates.getLast().open();

                assertThat(second.hear(Frames.OPEN)).isNotEmpty();
                assertThat(losses).isEmpty();
            }
        }
    }

    /** The initiator's proof is here, and the acceptor's does not reach it any more. */
    @Test
    void oneWhoseConnectionBreaksBehindTheProofMayBeMadeAgain() throws Exception {
        TransportConfig brief = config.withTimeouts(BRIEF, Duration.ofMinutes(1));
        acceptor = open(brief, (_, _) -> {});
        initiator = open(brief, (_, _) -> {});
        Handshake handshake = new Handshake(true, initiator.card(), brief);
        try (ServerSocketChannel door = ServerSocketChannel.open()) {
            door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel breaks = SocketChannel.open(door.getLocalAddress());
            Acceptance acceptance = new Acceptance(acceptor, BRIEF.toNanos());
            acceptance.connection(new Connection(breaks, acceptance));
            acceptance.onGreeting(handshake.greeting());
            try (SocketChannel other = door.accept()) {
                byte[] greeting = new byte[Handshake.GREETING_LENGTH];
                new DataInputStream(other.socket().getInputStream()).readFully(greeting);
                handshake.onGreeting(greeting);
            }
            breaks.close();

            acceptance.onFrame(Frames.PROOF, handshake.proof());
        }

        assertThat(connect()).isEqualTo(acceptor.card());
        assertThat(losses).isEmpty();
    }

    /** The acceptor's end is in use then, and is told by the end of the connection. */
    @Test
    void aFaultWhileTheOpenLinkIsTakenIntoUseIsTheEndOfThePeer() throws Exception {
        TransportConfig brief = config.withTimeouts(BRIEF, Duration.ofMinutes(1));
        acceptor = open(brief, (_, _) -> {});
        initiator =
                open(
                        brief,
                        (end, method) -> {
                            if (method.equals("directLane")) {
                                throw new IllegalStateException("on purpose");
                            }
                            waitAtGates(end, method);
                        });
        gates.forEach(Gate::open);

        assertThatThrownBy(this::connect).hasMessageContaining("on purpose");

        aLinkIsClosed.get(PATIENCE_S, TimeUnit.SECONDS);
        Awaitility.await().atMost(Duration.ofSeconds(PATIENCE_S)).until(() -> losses.size() == 2);
        assertThat(losses).anyMatch(loss -> loss.contains("taking a link into use failed"));
    }

    /** The first attempt counts until the acceptor has seen its end. */
    private Intruder beginAgain(RuntimeId id) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(PATIENCE_S))
                .until(() -> begin(id), Objects::nonNull);
    }

    private Intruder begin(RuntimeId id) throws Exception {
        Intruder intruder = new Intruder(id, acceptor.card(), config, REAL, Integer.MAX_VALUE);
        try {
            var _ = intruder.begin();
            return intruder;
        } catch (AssertionError duplicate) {
            intruder.close();
            return null;
        }
    }
}
