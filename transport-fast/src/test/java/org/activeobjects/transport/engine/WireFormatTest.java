package org.activeobjects.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.engine.RecordingLink.Frame;
import org.activeobjects.transport.message.Wire;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.spi.FrameHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The bytes of every kind of frame, as docs/wire-format.md has them. */
@Timeout(60)
class WireFormatTest {

    private static final int PEER_ENDPOINT = 7;

    private final LoneEngine alone = new LoneEngine();
    private final Engine engine = alone.engine();
    private final Peer peer = engine.learn(LoneEngine.card(2));
    private final Endpoint endpoint = engine.openEndpoint();
    private final EndpointAddress there = new EndpointAddress(peer.id(), PEER_ENDPOINT);
    private final RecordingLink link = new RecordingLink();

    WireFormatTest() {
        peer.attach(link);
    }

    @AfterEach
    void close() {
        alone.close();
    }

    private static byte[] longs(long... values) {
        ByteBuffer bytes =
                ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.nativeOrder());
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    /** The next frame, in hexadecimal digits: each word with the most significant byte first. */
    private void assertSends(String words, byte[] payload) throws InterruptedException {
        Frame frame = link.next();
        FrameHeader header = frame.header();
        assertThat(
                        "%016x %016x %016x %016x"
                                .formatted(
                                        header.word0(),
                                        header.word1(),
                                        header.word2(),
                                        header.word3()))
                .isEqualTo(words);
        assertThat(HexFormat.of().formatHex(frame.payload()))
                .isEqualTo(HexFormat.of().formatHex(payload));
    }

    private void feed(String words, byte[] payload) {
        String[] parts = words.split(" ");
        FrameHeader header =
                new FrameHeader()
                        .setWords(
                                Long.parseUnsignedLong(parts[0], 16),
                                Long.parseUnsignedLong(parts[1], 16),
                                Long.parseUnsignedLong(parts[2], 16),
                                Long.parseUnsignedLong(parts[3], 16));
        RecordingLink.feed(peer, header, payload);
    }

    @Test
    void eagerElements() throws InterruptedException {
        endpoint.isend(there, 0x55, 0x66, Slice.of(new long[] {1, -1}));
        assertSends(
                "0107000000000010 0000000100000007 0000005500000066 0000000000000000",
                longs(1, -1));
    }

    @Test
    void announcedElementsAndTheirData() throws InterruptedException {
        endpoint.isend(there, 0x55, 0x66, Slice.of(new byte[5000]));
        assertSends(
                "0201000000000000 0000000100000007 0000005500000066 0000000000001388", new byte[0]);
        feed("0300000000000000 0000000000000000 0000000000000000 0000000000000009", new byte[0]);
        assertSends(
                "0500000100001388 0000000900000000 0000000000000000 0000000000000000",
                new byte[5000]);
    }

    @Test
    void leaveToSend() throws InterruptedException {
        endpoint.irecv(there, 0x55, 0x66, Slice.of(new byte[5000]));
        feed("0201000000000000 0000000700000001 0000005500000066 0003000000001388", new byte[0]);
        assertSends(
                "0300000000000000 0000000000000000 0000000000000000 0000000300000000", new byte[0]);
    }

    @Test
    void refusal() throws InterruptedException {
        feed("0201000000000000 0000000700000042 0000005500000066 0003000000001388", new byte[0]);
        Frame frame = link.next();
        String text = new String(frame.payload(), StandardCharsets.UTF_8);
        assertThat(text)
                .startsWith("no endpoint of that number has been opened yet: endpoint=")
                .contains("#66;");
        assertThat(frame.header().word0())
                .isEqualTo(0x0402_0000_0000_0000L | frame.payload().length);
        assertThat(frame.header().word1()).isZero();
        assertThat(frame.header().word2()).isEqualTo(0x0000_0003_0000_0000L);
        assertThat(frame.header().word3()).isZero();
    }

    @Test
    void refusalOfWhatCameAtOnce() throws InterruptedException {
        endpoint.irecv(there, 1, 5, Slice.of(new byte[1]));
        feed("0101000000000004 0000000700000001 0000000100000005 0000000000000000", new byte[4]);
        Frame frame = link.next();
        assertThat(frame.header().word0())
                .isEqualTo(0x0404_0000_0000_0000L | frame.payload().length);
        assertThat(frame.header().word1()).isEqualTo(0x0000_0007_0000_0000L);
        assertThat(frame.header().word2()).isEqualTo(0x0000_0001_0000_0000L);
        assertThat(frame.header().word3()).isEqualTo(5);
    }

    @Test
    void creditForEagerElements() throws InterruptedException {
        byte[] got = new byte[4096];
        for (int i = 0; i < 253; i++) {
            endpoint.irecv(there, 1, 0, Slice.of(got));
            feed("0101000000001000 0000000700000001 0000000100000000 0000000000000000", got);
        }
        // A quarter of the window, the frames counted with 64 bytes besides.
        assertSends(
                "0600000000000000 0000000000000000 0000000000000000 0000000000100f40", new byte[0]);
    }

    @Test
    void abort() throws InterruptedException {
        endpoint.isend(there, 1, 0, Slice.of(new byte[1 << 20]));
        Frame announcement = link.next();
        assertThat(announcement.header().kind()).isEqualTo(2);
        link.isFull = true;
        feed("0300000000000000 0000000000000000 0000000000000000 0000000000000009", new byte[0]);
        endpoint.close();
        link.isFull = false;
        alone.progress().kick();
        assertSends(
                "0c00000100000000 0000000900000000 0000000000000000 0000000000000000", new byte[0]);
    }

    @Test
    void endOfAnEndpoint() throws InterruptedException {
        engine.openEndpoint().close();
        assertSends(
                "0f00000000000000 0000000200000000 0000000000000000 0000000000000000", new byte[0]);
    }

    @Test
    void messageWithoutAttachments() throws InterruptedException {
        engine.post(peer.id(), 0xab, 0x77, new byte[] {1, 2, 3, 4}, 3, List.of());
        assertSends(
                "07ab000200000003 0000000000000000 0000007700000003 0000000000000000",
                new byte[] {1, 2, 3});
    }

    @Test
    void messageWithAttachments() throws InterruptedException {
        List<Slice> attachments = List.of(Slice.of(new long[] {5}), Slice.of(new byte[] {6}));
        engine.post(peer.id(), 1, 0, new byte[] {9}, 1, attachments);
        byte[] payload =
                ByteBuffer.allocate(26)
                        .put(longs(0x0700_0000_0000_0001L, 0x0100_0000_0000_0001L))
                        .put((byte) 9)
                        .put(longs(5))
                        .put((byte) 6)
                        .array();
        assertSends("070100020000001a 0000000200000000 0000000000000001 0000000000000000", payload);
    }

    @Test
    void messageInParts() throws InterruptedException {
        List<Slice> attachments = List.of(Slice.of(new byte[5000]));
        engine.post(peer.id(), 1, 3, new byte[] {9}, 1, attachments);
        assertSends(
                "0801000200000000 0000000100000000 0000000300000001 0000000000001391", new byte[0]);
        assertSends(
                "0900000300000008 0000000000000000 0000000000000000 0000000000000000",
                longs(0x0100_0000_0000_1388L));
        assertSends(
                "0900000300000001 0000000000000001 0000000000000000 0000000000000000",
                new byte[] {9});
        assertSends(
                "0900000300001388 0000000000000002 0000000000000000 0000000000000000",
                new byte[5000]);
    }

    @ParameterizedTest
    @CsvSource({"262144, 07", "262145, 08"})
    void messageThatIsLongerThanOneShouldBeInOneFrame(int length, String kind)
            throws InterruptedException {
        RecordingLink wide = new RecordingLink();
        wide.maxPayload = 1 << 20;
        Peer far = engine.learn(LoneEngine.card(3));
        far.attach(wide);
        engine.post(far.id(), 1, 3, new byte[length], length, List.of());
        assertThat("%016x".formatted(wide.next().header().word0())).startsWith(kind);
        endpoint.isend(new EndpointAddress(far.id(), 1), 0, 0, Slice.of(new byte[1 << 20]));
        assertThat(wide.sent.stream().map(one -> one.header().kind())).contains(Wire.EAGER);
    }

    @Test
    void creditForMessages() throws InterruptedException {
        engine.handlers().add(1, (from, stream, head, attachments) -> {});
        byte[] head = new byte[4096];
        for (int i = 0; i < 2017; i++) {
            feed("0701000200001000 0000000000000000 0000000000001000 0000000000000000", head);
        }
        assertSends(
                "0a00000200000000 0000000000000000 0000000000000000 0000000000800840", new byte[0]);
    }

    @Test
    void bye() throws InterruptedException {
        peer.sayBye();
        assertSends(
                "0b00000200000000 0000000000000000 0000000000000000 0000000000000000", new byte[0]);
    }

    private ActiveMessages table() {
        return engine.tables()
                .open(
                        "t",
                        table ->
                                table.onRequest(1, "ask", r -> r.reply(2, 0x11, 0x22))
                                        .onReply(2, "answer", r -> {})
                                        .onRequest(3, "tell", r -> {})
                                        .onBulk(
                                                4,
                                                "bulk",
                                                r -> Slice.of(new long[(int) r.word(0)]),
                                                r -> {}));
    }

    private static byte[] hello() {
        return "t\n1 request ask, 2 reply answer, 3 request tell, 4 bulk bulk"
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static final String DIGEST = "ed7bfd4b2ff405f2";

    @Test
    void hellosOfTables() throws InterruptedException {
        ActiveMessages table = table();
        CompletableFuture<ActiveMessages.Target> target =
                CompletableFuture.supplyAsync(() -> table.target(peer.id()));
        assertSends("140000020000003c 0000000100000000 0000000000000000 " + DIGEST, hello());
        feed("1500000200000000 0000000100000000 0000000000000000 0000000000000005", new byte[0]);
        target.join().request(3, new long[] {1, 2, 3}, 3);
        assertSends(
                "1603000200000018 0000000500000000 0000000000000000 0000000000000000",
                longs(1, 2, 3));
    }

    private void agree() throws InterruptedException {
        feed("140000020000003c 0000000500000000 0000000000000000 " + DIGEST, hello());
        assertSends(
                "1500000200000000 0000000500000000 0000000000000000 0000000000000001", new byte[0]);
    }

    @Test
    void answersToHellos() throws InterruptedException {
        table();
        agree();
        feed("140000020000003c 0000000600000000 0000000000000000 0000000000000bad", hello());
        Frame frame = link.next();
        assertThat(frame.header().word0())
                .isEqualTo(0x1500_0002_0000_0000L | frame.payload().length);
        assertThat(frame.header().word1()).isEqualTo(0x0000_0006_0000_0000L);
        assertThat(frame.header().word3()).isZero();
        assertThat(new String(frame.payload(), StandardCharsets.UTF_8)).contains("table=t");
    }

    @Test
    void repliesAndCredits() throws InterruptedException {
        table();
        agree();
        for (int i = 0; i < 64; i++) {
            feed(
                    "1603000200000000 0000000100000000 0000000000000000 0000000000000000",
                    new byte[0]);
        }
        assertSends(
                "1800000200000000 0000000000000000 0000000000000000 0000000000000040", new byte[0]);
        feed("1603000200000000 0000000100000000 0000000000000000 0000000000000000", new byte[0]);
        feed("1601000200000008 0000000100000000 0000000000000000 0000000000000000", longs(1));
        assertSends(
                "1702000200000010 0000000500000000 0000000000000000 0000000000000002",
                longs(0x11, 0x22));
    }

    @Test
    void bulkRequests() throws InterruptedException {
        ActiveMessages table = table();
        agree();
        ActiveMessages.Target target = table.target(peer.id());
        CompletableFuture<Void> bulk =
                CompletableFuture.runAsync(
                        () -> target.bulk(4, Slice.of(new long[] {8, 9}), new long[] {2}, 1));
        assertSends(
                "1904000200000008 0000000500000000 0000000700000000 0000000000000010", longs(2));
        feed("1c00000200000000 0000000000000000 0000000000000000 0000000000000000", new byte[0]);
        assertSends(
                "1a00000300000010 0000000000000000 0000000000000000 0000000000000000", longs(8, 9));
        bulk.join();
    }

    @Test
    void answersToBulkRequests() throws InterruptedException {
        table();
        agree();
        feed("1904000200000008 0000000100000021 0000000700000000 0000000000000010", longs(2));
        assertSends(
                "1c00000200000000 0000002100000000 0000000000000000 0000000000000000", new byte[0]);
        feed("1904000200000008 0000000100000022 0000000700000000 0000000000000010", longs(1));
        Frame frame = link.next();
        assertThat(frame.header().word0())
                .isEqualTo(0x1b00_0002_0000_0000L | frame.payload().length);
        assertThat(frame.header().word1()).isEqualTo(0x0000_0022_0000_0000L);
        assertThat(new String(frame.payload(), StandardCharsets.UTF_8)).contains("LONG[2]");
    }
}
