package org.activeobjects.transport.admission;

import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.time.Duration;

/** Where a link over sockets listens, as the card of its runtime tells it: a port, in decimal. */
public final class PortOffer {

    private static final int MAX_PORT = 65_535;

    private PortOffer() {}

    /**
     * Reads the port.
     *
     * @param offer what a peer offers
     * @return the port, 1 to 65535, or -1 if there is none
     */
    public static int portOf(String offer) {
        if (!offer.matches("[1-9][0-9]{0,4}")) {
            return -1;
        }
        int port = Integer.parseInt(offer);
        return port <= MAX_PORT ? port : -1;
    }

    /**
     * Why a peer that does not answer is given up.
     *
     * @param connectTimeout longest time to connect
     * @return the reason
     */
    public static String noAnswer(Duration connectTimeout) {
        return "no answer within connectTimeout=" + connectTimeout + ", or this link's share of it";
    }

    /**
     * What fails if a peer cannot be connected to, or does not connect.
     *
     * @param session the session of the link
     * @param why reason
     * @param cause what was thrown first
     * @return the exception
     */
    public static LinkUnavailableException noConnection(
            LinkSession session, String why, Throwable cause) {
        return noConnection(session, why, "is the port reachable?", cause);
    }

    /**
     * The same, where something else is to be done than to look at the port.
     *
     * @param session the session of the link
     * @param why reason
     * @param remedy what to do
     * @param cause what was thrown first
     * @return the exception
     */
    public static LinkUnavailableException noConnection(
            LinkSession session, String why, String remedy, Throwable cause) {
        return new LinkUnavailableException(
                "no connection: peer=%s address=%s port=%s reason=%s; %s"
                        .formatted(
                                session.peer().id(),
                                session.peer().address(),
                                session.offer(),
                                why,
                                remedy),
                cause);
    }
}
