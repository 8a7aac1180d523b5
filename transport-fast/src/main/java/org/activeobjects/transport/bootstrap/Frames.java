package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.error.HandshakeException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The frames of a bootstrap connection, after the greetings: length of what follows (4), kind (1),
 * body. A side that refuses the other before it has greeted, or for now, sends a frame as well; its
 * first eight bytes are no greeting's.
 */
final class Frames {

    /** HMAC and card. */
    static final int PROOF = 1;

    /** Name of a link, a zero, its proposal. */
    static final int PROPOSE = 2;

    /** The acceptor's answer to a proposal. */
    static final int ANSWER = 3;

    /** This link cannot be had; the body says why. */
    static final int UNAVAILABLE = 4;

    /**
     * The initiator's end of the link is open; the body names its process, as text, or is empty.
     */
    static final int READY = 5;

    /** The acceptor's end of the link is open; the body as for {@link #READY}. */
    static final int OPEN = 6;

    /** The other side's own connection is the one to use. */
    static final int DUPLICATE = 7;

    /** A sign of life. */
    static final int ALIVE = 8;

    /** The runtime closes; the body says why. */
    static final int GOODBYE = 9;

    /** The other side is refused; the body says why. */
    static final int REFUSE = 10;

    /**
     * Too many connect at once for the acceptor to hear all of them, and this one may try again;
     * the body says so. May come until the acceptor has proved itself.
     */
    static final int LATER = 11;

    static final int MAX_BODY = 20 * 1024;
    static final int PREFIX = 5;

    private static final int MAX_TEXT = 1000;

    /**
     * What strangers say is printed: nothing that a terminal obeys, or that turns a line around.
     */
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private Frames() {}

    static ByteBuffer encode(int kind, byte[] body) {
        return ByteBuffer.allocate(PREFIX + body.length)
                .putInt(body.length + 1)
                .put((byte) kind)
                .put(body)
                .flip();
    }

    static byte[] text(String text) {
        byte[] bytes = String.valueOf(text).getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_TEXT ? bytes : Arrays.copyOf(bytes, MAX_TEXT);
    }

    static String text(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, MAX_TEXT), StandardCharsets.UTF_8);
        return NOT_SHOWN.matcher(text).replaceAll("?");
    }

    static byte[] proposal(String link, byte[] message) {
        byte[] name = link.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(name.length + 1 + message.length)
                .put(name)
                .put((byte) 0)
                .put(message)
                .array();
    }

    static String linkOf(byte[] proposal) {
        int zero = 0;
        while (zero < proposal.length && proposal[zero] != 0) {
            zero++;
        }
        if (zero == 0 || zero >= proposal.length) {
            throw new HandshakeException("a proposal without the name of a link");
        }
        return new String(proposal, 0, zero, StandardCharsets.UTF_8);
    }

    static byte[] messageOf(byte[] proposal) {
        int start = linkOf(proposal).getBytes(StandardCharsets.UTF_8).length + 1;
        return Arrays.copyOfRange(proposal, Math.min(start, proposal.length), proposal.length);
    }
}
