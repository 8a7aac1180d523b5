package org.activeobjects.transport.shm;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the two sides tell each other when they open a link: names of files in the folder that both
 * know, or of one in memory.
 *
 * @param bell the sender's doorbell
 * @param pair the segment of the pair; in an answer the same again, or a file that the acceptor has
 *     made because it cannot map that
 * @param capacity bytes of each control ring in that segment
 */
record Proposal(String bell, String pair, int capacity) {

    /** Of the text below and of the layout of the segments. */
    static final String VERSION = "shm8";

    private static final int MAX_LENGTH = 512;
    private static final Pattern TEXT =
            Pattern.compile("(\\S{1,32}) (\\S{1,200}) (\\S{1,200}) ([0-9]{1,9})");

    byte[] encode() {
        return (VERSION + " " + bell + " " + pair + " " + capacity)
                .getBytes(StandardCharsets.US_ASCII);
    }

    static Proposal decode(byte[] bytes) throws LinkUnavailableException {
        if (bytes.length > MAX_LENGTH) {
            throw new LinkUnavailableException(
                    "proposal is too long: bytes=" + bytes.length + " max=" + MAX_LENGTH);
        }
        Matcher text = TEXT.matcher(new String(bytes, StandardCharsets.US_ASCII));
        if (!text.matches()) {
            throw new LinkUnavailableException("proposal is no proposal: bytes=" + bytes.length);
        }
        if (!text.group(1).equals(VERSION)) {
            throw new LinkUnavailableException(
                    "peer has another version of shared memory: version="
                            + text.group(1)
                            + " expected="
                            + VERSION);
        }
        int capacity = Integer.parseInt(text.group(4));
        if (Layout.capacity(Layout.pairLength(capacity)) == 0) {
            throw new LinkUnavailableException(
                    "proposal of rings that cannot be: capacity=" + capacity);
        }
        return new Proposal(text.group(2), text.group(3), capacity);
    }
}
