package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.HandshakeException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves two runtimes to each other before anything else is decoded. It moves no bytes itself.
 *
 * <p>Each side sends a greeting of fixed length: magic, version, byte order, job, id, nonce. Then
 * the initiator proves that it knows the job's secret by an HMAC over both greetings and its role,
 * and the acceptor does the same; so no proof can be played back, or thrown back at its maker. With
 * its proof each sends its card, which the HMAC covers.
 *
 * <pre>
 *  0  magic (8) | 8 version (4) | 12 byte order (1) | 13 zeros (3)
 *  16 job id, ASCII, zeros after it (64) | 80 runtime id (16) | 96 nonce (32)
 * </pre>
 *
 * <p><b>Threading:</b> one thread.
 */
final class Handshake {

    static final int GREETING_LENGTH = 128;
    static final int PROTOCOL_VERSION = 1;

    private static final long MAGIC = 0x414f_424f_4f54_0d0aL; // AOBOOT, line end
    private static final int JOB_LENGTH = 64;
    private static final int NONCE_LENGTH = 32;
    private static final int MAC_LENGTH = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final boolean isInitiator;
    private final RuntimeCard card;
    private final String jobId;
    private final SecretKeySpec key;
    private final byte[] greeting;
    private byte[] peerGreeting;
    private RuntimeId peerId;

    Handshake(boolean isInitiator, RuntimeCard card, TransportConfig config) {
        this.isInitiator = isInitiator;
        this.card = card;
        this.jobId = config.jobId();
        byte[] secret =
                config.secret() == null
                        ? new byte[MAC_LENGTH]
                        : HexFormat.of().parseHex(config.secret());
        this.key = new SecretKeySpec(secret, ALGORITHM);
        byte[] nonce = new byte[NONCE_LENGTH];
        new SecureRandom().nextBytes(nonce);
        this.greeting =
                ByteBuffer.allocate(GREETING_LENGTH)
                        .putLong(MAGIC)
                        .putInt(PROTOCOL_VERSION)
                        .put(byteOrder())
                        .put(new byte[3])
                        .put(Arrays.copyOf(jobId.getBytes(StandardCharsets.US_ASCII), JOB_LENGTH))
                        .putLong(card.id().high())
                        .putLong(card.id().low())
                        .put(nonce)
                        .array();
    }

    private static byte byteOrder() {
        return (byte) (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 2);
    }

    byte[] greeting() {
        return greeting;
    }

    /** Whether the first eight bytes are those of a greeting; if not, no answer is due. */
    static boolean isGreeting(ByteBuffer bytes) {
        return bytes.getLong(bytes.position()) == MAGIC;
    }

    /**
     * Checks the other side's greeting.
     *
     * @throws HandshakeException if it is of another version, byte order or job; the text is fit to
     *     be told to the other side
     */
    void onGreeting(byte[] received) {
        ByteBuffer bytes = ByteBuffer.wrap(received);
        if (bytes.getLong() != MAGIC) {
            throw new HandshakeException("no greeting of an ActiveObjects runtime");
        }
        int version = bytes.getInt();
        if (version != PROTOCOL_VERSION) {
            throw new HandshakeException(
                    "protocol versions differ: %s=%s %s=%s; use the same release on both sides"
                            .formatted(mine(), PROTOCOL_VERSION, theirs(), version));
        }
        byte order = bytes.get();
        if (order != byteOrder()) {
            throw new HandshakeException(
                    "byte orders differ: %s=%s %s=%s (1 little, 2 big); all hosts of a job must have the same"
                            .formatted(mine(), byteOrder(), theirs(), order));
        }
        bytes.position(16);
        byte[] job = new byte[JOB_LENGTH];
        bytes.get(job);
        String peerJob = new String(job, StandardCharsets.US_ASCII).trim();
        if (!peerJob.equals(jobId)) {
            throw new HandshakeException(
                    "jobs differ: %s=%s %s=%s; give both sides the same with TransportConfig.withJob"
                            .formatted(mine(), jobId, theirs(), printable(peerJob)));
        }
        peerId = new RuntimeId(bytes.getLong(), bytes.getLong());
        if (peerId.equals(card.id())) {
            throw new HandshakeException("a runtime cannot connect to itself: id=" + peerId);
        }
        peerGreeting = received.clone();
    }

    private static String printable(String text) {
        return text.replaceAll("[^A-Za-z0-9_-]", "?");
    }

    private String mine() {
        return isInitiator ? "initiator" : "acceptor";
    }

    private String theirs() {
        return isInitiator ? "acceptor" : "initiator";
    }

    /** The id that the other side claims. */
    RuntimeId peerId() {
        return peerId;
    }

    /** What proves this side: the HMAC, then the card as text. */
    byte[] proof() {
        byte[] text = card.encode().getBytes(StandardCharsets.US_ASCII);
        byte[] mac = mac(mine(), text);
        return ByteBuffer.allocate(mac.length + text.length).put(mac).put(text).array();
    }

    /**
     * Checks the other side's proof.
     *
     * @return its card
     * @throws HandshakeException if it does not know the secret, or its card is not its own
     */
    RuntimeCard onProof(byte[] proof) {
        if (proof.length <= MAC_LENGTH) {
            throw new HandshakeException("a proof that is too short: length=" + proof.length);
        }
        byte[] text = Arrays.copyOfRange(proof, MAC_LENGTH, proof.length);
        byte[] expected = mac(theirs(), text);
        if (!MessageDigest.isEqual(expected, Arrays.copyOf(proof, MAC_LENGTH))) {
            throw new HandshakeException(
                    "secrets differ: job="
                            + jobId
                            + "; start both runtimes with the same job secret");
        }
        RuntimeCard peer;
        try {
            peer = RuntimeCard.parse(new String(text, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new HandshakeException("a card that cannot be read: " + e.getMessage(), e);
        }
        if (!peer.id().equals(peerId)) {
            throw new HandshakeException(
                    "a card of another runtime: greeting=" + peerId + " card=" + peer.id());
        }
        return peer;
    }

    /** A key that only these two know, for this connection only. */
    byte[] sessionKey() {
        return mac("session", new byte[0]);
    }

    private byte[] mac(String label, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(label.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            mac.update(isInitiator ? greeting : peerGreeting);
            mac.update(isInitiator ? peerGreeting : greeting);
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no " + ALGORITHM + " in this JDK", e);
        }
    }
}
