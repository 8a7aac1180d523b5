package org.activeobjects.transport.admission;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The tickets of one kind of link: they begin with its own eight bytes, and a proof for one kind is
 * none for another.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class TicketKind {

    static final int MAGIC_LENGTH = 8;

    private final String link;
    private final byte[] magic;

    /**
     * The tickets of a link.
     *
     * @param link name of the link, 1 to 5 letters
     * @param version version of its protocol, 0 to 9; ends of different versions refuse each other
     */
    public TicketKind(String link, int version) {
        if (!link.matches("[a-z]{1,5}") || version < 0 || version > 9) {
            throw new IllegalArgumentException(
                    "a kind of ticket has 1 to 5 letters and a digit: link=%s version=%s"
                            .formatted(link, version));
        }
        this.link = link;
        String text = "AO" + link + version;
        this.magic = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), MAGIC_LENGTH);
    }

    byte[] magic() {
        return magic;
    }

    byte[] initiatorLabel() {
        return (link + " link, initiator").getBytes(StandardCharsets.US_ASCII);
    }

    byte[] acceptorLabel() {
        return (link + " link, acceptor").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * A new ticket, drawn by the initiator.
     *
     * @param key the session's key
     * @return the ticket
     */
    public Ticket draw(byte[] key) {
        return Ticket.draw(this, key);
    }

    /**
     * The ticket of a proposal.
     *
     * @param proposal bytes from a peer
     * @param key the session's key
     * @return the ticket
     * @throws LinkUnavailableException if the proposal is none for such a link
     */
    public Ticket of(byte[] proposal, byte[] key) throws LinkUnavailableException {
        if (proposal.length != Ticket.ID_LENGTH) {
            throw new LinkUnavailableException(
                    "not a proposal for a %s link: length=%s expected=%s"
                            .formatted(link, proposal.length, Ticket.ID_LENGTH));
        }
        return Ticket.of(this, proposal, key);
    }

    /**
     * Whether bytes from a stranger may still become a greeting.
     *
     * @param received the bytes so far
     * @param length their number
     * @return false if they certainly will not
     */
    public boolean mayBeGreeting(byte[] received, int length) {
        int compared = Math.min(length, MAGIC_LENGTH);
        return Arrays.equals(received, 0, compared, magic, 0, compared);
    }

    /**
     * The name under which the ticket of a hello is filed.
     *
     * @param hello {@link Ticket#HELLO_LENGTH} bytes
     * @return hexadecimal digits
     */
    public String nameIn(byte[] hello) {
        return HexFormat.of().formatHex(hello, MAGIC_LENGTH, MAGIC_LENGTH + Ticket.ID_LENGTH);
    }
}
