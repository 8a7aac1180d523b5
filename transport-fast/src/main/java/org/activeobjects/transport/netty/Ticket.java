package org.activeobjects.transport.netty;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that both ends of a new connection belong to one session.
 *
 * <p>The initiator's {@code hello} is magic (8), id of the ticket (16), proof (32); the acceptor's
 * {@code welcome} is magic (8), proof (32). A proof is the HMAC-SHA-256 of a label and the id with
 * the session's key; the labels differ, so that neither side can be answered with its own words.
 */
final class Ticket {

    static final int ID_LENGTH = 16;
    static final int HELLO_LENGTH = 8 + ID_LENGTH + 32;
    static final int WELCOME_LENGTH = 8 + 32;

    private static final byte[] MAGIC = "AOnetty1".getBytes(StandardCharsets.US_ASCII);

    private final byte[] id;
    private final byte[] hello;
    private final byte[] welcome;

    private Ticket(byte[] id, byte[] key) {
        this.id = id;
        this.hello = concat(MAGIC, id, proof(key, "netty link, initiator", id));
        this.welcome = concat(MAGIC, proof(key, "netty link, acceptor", id));
    }

    /** A new ticket, drawn by the initiator. */
    static Ticket draw(byte[] key) {
        byte[] id = new byte[ID_LENGTH];
        new SecureRandom().nextBytes(id);
        return new Ticket(id, key);
    }

    /** The ticket of a proposal, or {@code null} if the proposal is not one. */
    static Ticket of(byte[] proposal, byte[] key) {
        return proposal.length == ID_LENGTH ? new Ticket(proposal.clone(), key) : null;
    }

    /** Whether bytes from a stranger, not more than a hello has, may still become a hello. */
    static boolean mayBeHello(byte[] received, int length) {
        int compared = Math.min(length, MAGIC.length);
        return Arrays.equals(received, 0, compared, MAGIC, 0, compared);
    }

    /** The key under which the ticket of a whole hello is filed. */
    static String nameIn(byte[] received) {
        return HexFormat.of().formatHex(received, MAGIC.length, MAGIC.length + ID_LENGTH);
    }

    /** The key under which this ticket is filed. */
    String name() {
        return HexFormat.of().formatHex(id);
    }

    byte[] id() {
        return id.clone();
    }

    byte[] hello() {
        return hello.clone();
    }

    byte[] welcome() {
        return welcome.clone();
    }

    boolean isHello(byte[] received) {
        return MessageDigest.isEqual(hello, received);
    }

    boolean isWelcome(byte[] received) {
        return MessageDigest.isEqual(welcome, received);
    }

    private static byte[] proof(byte[] key, String label, byte[] id) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(label.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(id);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    private static byte[] concat(byte[]... parts) {
        byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
