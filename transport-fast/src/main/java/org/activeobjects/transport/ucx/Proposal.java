package org.activeobjects.transport.ucx;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the two sides tell each other when they open a link.
 *
 * <p>It carries a proof that it was made by the other side of this very session, for UCX takes the
 * address of a worker as it is: what a stranger makes up must not reach it.
 *
 * @param eagerLimit longest payload of a control frame that this side wants, bytes
 * @param address address of the worker
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Proposal(int eagerLimit, byte[] address) {

    private static final long MAGIC = 0x6163_7475_6378_0001L;
    private static final int HEAD = 16;
    private static final int PROOF = 32;
    private static final int MAX_ADDRESS = 4096 - HEAD - PROOF;

    /** The bits of a tag that only the two sides know; the other 24 are for the link to use. */
    static final long TAG_MASK = -1L << 24;

    byte[] encode(byte[] key) throws LinkUnavailableException {
        if (address.length > MAX_ADDRESS) {
            throw new LinkUnavailableException(
                    "the address of UCX's worker is too long: bytes=%s max=%s; name fewer devices"
                                    .formatted(address.length, MAX_ADDRESS)
                            + " with ucx.tls or UCX_NET_DEVICES");
        }
        byte[] text =
                ByteBuffer.allocate(HEAD + address.length)
                        .putLong(MAGIC)
                        .putInt(eagerLimit)
                        .putInt(address.length)
                        .put(address)
                        .array();
        byte[] message = Arrays.copyOf(text, text.length + PROOF);
        System.arraycopy(hash(key, text), 0, message, text.length, PROOF);
        return message;
    }

    static Proposal decode(byte[] message, byte[] key) throws LinkUnavailableException {
        int length = message.length - PROOF;
        if (length <= HEAD || length > HEAD + MAX_ADDRESS) {
            throw new LinkUnavailableException(
                    "proposal is no proposal: bytes=%s min=%s max=%s"
                            .formatted(message.length, HEAD + PROOF + 1, 4096));
        }
        byte[] text = Arrays.copyOf(message, length);
        byte[] proof = Arrays.copyOfRange(message, length, message.length);
        if (!MessageDigest.isEqual(hash(key, text), proof)) {
            throw new LinkUnavailableException(
                    "proposal was not made for this session: bytes=" + message.length);
        }
        ByteBuffer in = ByteBuffer.wrap(text);
        long magic = in.getLong();
        int eagerLimit = in.getInt();
        int addressLength = in.getInt();
        if (magic != MAGIC
                || addressLength != in.remaining()
                || eagerLimit < UcxSettings.MIN_EAGER_LIMIT
                || eagerLimit > UcxSettings.MAX_EAGER_LIMIT) {
            throw new LinkUnavailableException(
                    "proposal of another version: magic=%s eagerLimit=%s addressLength=%s bytes=%s"
                            .formatted(
                                    Long.toHexString(magic),
                                    eagerLimit,
                                    addressLength,
                                    message.length));
        }
        byte[] address = new byte[addressLength];
        in.get(address);
        return new Proposal(eagerLimit, address);
    }

    /**
     * The tags of one direction: 40 bits that nobody else knows, and 24 for the link to use.
     *
     * @param key key of the session
     * @param fromInitiator the direction
     * @return a tag whose lower 24 bits are 0
     */
    static long tags(byte[] key, boolean fromInitiator) {
        byte[] hash = hash(key, new byte[] {'u', 'c', 'x', (byte) (fromInitiator ? 1 : 2)});
        return ByteBuffer.wrap(hash).getLong() & TAG_MASK;
    }

    private static byte[] hash(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
