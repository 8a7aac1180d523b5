package org.activeobjects.transport.admission;

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
 * the session's key; the labels differ, so that neither side can be answered with its own words. In
 * an encrypted connection it is also of a secret of that connection ({@link #within}).
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Ticket {

    /** Bytes of an id. */
    public static final int ID_LENGTH = 16;

    /** Bytes of the initiator's greeting. */
    public static final int HELLO_LENGTH = TicketKind.MAGIC_LENGTH + ID_LENGTH + 32;

    /** Bytes of the acceptor's greeting. */
    public static final int WELCOME_LENGTH = TicketKind.MAGIC_LENGTH + 32;

    private final TicketKind kind;
    private final byte[] id;
    private final byte[] key;
    private final byte[] hello;
    private final byte[] welcome;

    private Ticket(TicketKind kind, byte[] id, byte[] key, byte[] connection) {
        this.kind = kind;
        this.id = id;
        this.key = key;
        this.hello = concat(kind.magic(), id, proof(key, kind.initiatorLabel(), id, connection));
        this.welcome = concat(kind.magic(), proof(key, kind.acceptorLabel(), id, connection));
    }

    static Ticket draw(TicketKind kind, byte[] key) {
        byte[] id = new byte[ID_LENGTH];
        new SecureRandom().nextBytes(id);
        return new Ticket(kind, id, key, new byte[0]);
    }

    static Ticket of(TicketKind kind, byte[] id, byte[] key) {
        return new Ticket(kind, id.clone(), key, new byte[0]);
    }

    /**
     * The name under which this ticket is filed.
     *
     * @return hexadecimal digits
     */
    public String name() {
        return HexFormat.of().formatHex(id);
    }

    /**
     * What the initiator proposes.
     *
     * @return {@link #ID_LENGTH} bytes
     */
    public byte[] id() {
        return id.clone();
    }

    /**
     * What the initiator says first.
     *
     * @return {@link #HELLO_LENGTH} bytes
     */
    public byte[] hello() {
        return hello.clone();
    }

    /**
     * What the acceptor answers.
     *
     * @return {@link #WELCOME_LENGTH} bytes
     */
    public byte[] welcome() {
        return welcome.clone();
    }

    /**
     * Whether this is the initiator's greeting; takes as long for a wrong one.
     *
     * @param received any bytes
     * @return true if so
     */
    public boolean isHello(byte[] received) {
        return MessageDigest.isEqual(hello, received);
    }

    /**
     * Whether this is the acceptor's greeting; takes as long for a wrong one.
     *
     * @param received any bytes
     * @return true if so
     */
    public boolean isWelcome(byte[] received) {
        return MessageDigest.isEqual(welcome, received);
    }

    /**
     * This ticket as it is shown in an encrypted connection. Who stands between two that he has
     * made, one to each side, cannot pass on in one of them what he hears in the other.
     *
     * @param connection a secret that the two ends of the connection have in common, and nobody
     *     else
     * @return the ticket, good for that connection alone
     */
    public Ticket within(byte[] connection) {
        return new Ticket(kind, id, key, connection);
    }

    private static byte[] proof(byte[] key, byte[] label, byte[] id, byte[] connection) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(label);
            mac.update(id);
            return mac.doFinal(connection);
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
