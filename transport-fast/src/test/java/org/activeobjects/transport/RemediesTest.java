package org.activeobjects.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.object.JavaObjectCodec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Whoever has made a mistake is told what was refused, and what to do instead. */
@Timeout(60)
class RemediesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("remedies-" + UUID.randomUUID(), TransportConfig.newSecret())
                    .withLinks("local");
    private Transport transport;

    @BeforeEach
    void open() {
        transport = Transport.open(config);
    }

    @AfterEach
    void close() {
        transport.close();
    }

    private static void says(ThrowingCallable call, String... texts) {
        assertThat(catchThrowable(call)).isNotNull().message().contains(texts);
    }

    @Test
    void whoseTransportCannotBeOpened() throws IOException {
        says(() -> config.withJob("a", "00"), "length=2", "TransportConfig.newSecret()");
        InetAddress nowhere = InetAddress.getByName("192.0.2.1"); // for documents only
        says(
                () -> Transport.open(config.withBindAddress(nowhere)),
                "bindAddress=192.0.2.1",
                "choose an address of this host",
                "withBindAddress");
        says(
                () -> Transport.open(config.withLinks("pigeon")),
                "link=pigeon",
                "known=[local, ",
                "where the transport's class loader finds services");
        try (ServerSocket taken = new ServerSocket(0, 1, config.bindAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            says(
                    () -> Transport.open(config.withLinks("netty").withSetting("netty.port", port)),
                    "netty.port=" + port,
                    "choose another port, or 0 for any");
        }
    }

    private int portOfNobody() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, config.bindAddress())) {
            return closed.getLocalPort();
        }
    }

    @Test
    void whoCannotConnect() throws IOException {
        int port = portOfNobody();
        says(
                () -> transport.connect("127.0.0.1", port),
                "address=127.0.0.1:" + port,
                "does it run, and does no firewall forbid it?");
        try (Transport other = Transport.open(config.withLinks("tcp"));
                Endpoint endpoint = transport.openEndpoint()) {
            RuntimeCard now = other.card();
            RuntimeCard before =
                    new RuntimeCard(
                            RuntimeId.random(),
                            now.hostName(),
                            now.hostId(),
                            now.pid(),
                            now.address(),
                            now.port(),
                            now.links());
            transport.learn(before);
            says(
                    () -> endpoint.send(new EndpointAddress(before.id(), 1), 0, 0, Slice.EMPTY),
                    "expected=" + before.id(),
                    "found=" + now.id(),
                    "get its card anew");
            assertThatThrownBy(() -> transport.connect("127.0.0.1", now.port()))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("allow both sides another link");
        }
    }

    @Test
    void whoUsesTablesOfHandlersWrongly() throws Exception {
        List<ActiveMessages.Table> kept = new ArrayList<>();
        CompletableFuture<ActiveMessages.Request> answered = new CompletableFuture<>();
        ActiveMessages open =
                transport.openActiveMessages(
                        "t0",
                        table -> {
                            kept.add(table);
                            table.onRequest(1, "ask", request -> answered.complete(request));
                        });
        says(
                () -> kept.getFirst().onRequest(2, "more", request -> {}),
                "handler=t0:2",
                "name every handler while it is opened");
        says(() -> transport.openActiveMessages("t0", table -> {}), "name=t0", "use another name");
        for (int i = 1; i < 255; i++) {
            transport.openActiveMessages("t" + i, table -> {});
        }
        says(
                () -> transport.openActiveMessages("last", table -> {}),
                "name=last",
                "max=255",
                "join some");
        ActiveMessages.Target self = open.target(transport.card().id());
        says(() -> self.request(1, new long[9], 9), "count=9", "max=8", "with bulk");
        self.request(1);
        assertThat(open.await(answered::isDone, PATIENCE)).isTrue();
        ActiveMessages.Request late = answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        says(() -> late.reply(1), "answer later by a request of your own");
    }

    @Test
    void whoPostsWhatIsTooMuch() {
        transport.handle(7, (from, stream, head, attachments) -> {});
        says(
                () -> transport.handle(7, (from, stream, head, attachments) -> {}),
                "handler=7",
                "choose another one");
        Slice tooLong = Slice.of(MemorySegment.NULL.reinterpret(1L << 31), ElementType.BYTE);
        List<Slice> tooMany = Collections.nCopies((1 << 20) + 1, Slice.EMPTY);
        try (Transport other = Transport.open(config)) {
            transport.learn(other.card());
            for (RuntimeId to : List.of(transport.card().id(), other.card().id())) {
                says(
                        () -> transport.post(to, 7, 0, new byte[0], 0, List.of(tooLong)),
                        "max=2147483639",
                        "post it in parts");
                says(
                        () -> transport.post(to, 7, 0, new byte[0], 0, tooMany),
                        "count=1048577",
                        "Slice.gather");
            }
        }
        says(
                () ->
                        Slice.of(new int[1])
                                .wrap(MemorySegment.ofArray(new byte[9]), ElementType.INT),
                "bytes=9 type=INT",
                "asSlice");
    }

    @Test
    void whoPostsALongerMessageThanIsSent() {
        AtomicInteger handled = new AtomicInteger();
        try (Transport narrow = Transport.open(config.withMaxMessageLength(100));
                Transport other = Transport.open(config)) {
            RuntimeId self = narrow.card().id();
            narrow.learn(other.card());
            narrow.handle(7, (from, stream, head, attachments) -> handled.incrementAndGet());
            List<Slice> ints = List.of(Slice.of(new int[23])); // of 92 bytes, and 8 say so
            for (RuntimeId to : List.of(self, other.card().id())) {
                says(
                        () -> narrow.post(to, 7, 0, new byte[101], 101, List.of()),
                        "length=101 maxMessageLength=100",
                        "in parts",
                        "TransportConfig.withMaxMessageLength");
                assertThatThrownBy(() -> narrow.post(to, 7, 0, new byte[1], 1, ints))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("length=101 maxMessageLength=100");
            }
            assertThat(handled).hasValue(0);
            narrow.post(self, 7, 0, new byte[100], 100, List.of());
            narrow.post(self, 7, 0, new byte[0], 0, ints);
            assertThat(handled).hasValue(2);
        }
    }

    private record Unfit(Thread thread) implements Serializable {}

    private static final class Known implements Serializable {
        private static final long serialVersionUID = 0x4b6e_6f77_6e4b_6e6fL;
    }

    @Test
    void whoseObjectCannotTravel() {
        JavaObjectCodec codec = JavaObjectCodec.allowing(Known.class.getName());
        says(
                () -> codec.encode(new Unfit(Thread.currentThread())),
                "class=java.lang.Thread",
                "root=" + Unfit.class.getName(),
                "Endpoint.useCodec");
        says(() -> codec.decode(new byte[3]), "bytes=3", "the same codec");
        String encoded = new String(codec.encode(new Known()), StandardCharsets.ISO_8859_1);
        byte[] older =
                encoded.replace("KnownKnown", "KnownOther").getBytes(StandardCharsets.ISO_8859_1);
        says(() -> codec.decode(older), "bytes=" + older.length, "the same version of its class");
        try (Endpoint endpoint = transport.openEndpoint()) {
            Request receive = endpoint.irecv(endpoint.address(), 0, 0, Slice.of(new byte[1]));
            says(receive::object, "operation=receive from", "irecvObject");
            assertThat(receive.cancel()).isTrue();
        }
    }
}
