package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.message.ProtocolFault;
import org.activeobjects.transport.spi.FrameHeader;

/**
 * The requests of one peer that have come and are not given back: counted, so that it has no more
 * under way than it may. Each is given back by its reply, or, without one, by a credit; some of
 * these go together.
 *
 * <p><b>Threading:</b> the thread that moves the link.
 */
final class IncomingRequests implements ShortMessage.Replies {

    private static final int CREDITS_AT_ONCE = ActiveMessages.WINDOW / 4;

    /** The own requests, and an answer to each of a peer that has not got it. */
    private static final int MOST_QUEUED = 2 * ActiveMessages.WINDOW;

    private final ActiveOutput output;
    private Agreements.PeerTarget current; // table whose request is being handled
    private int taken; // requests that have come and are not given back as handled
    private int owed; // of those, the ones that are handled

    /** None has come; what gives them back goes out there. */
    IncomingRequests(ActiveOutput output) {
        this.output = output;
    }

    /** One has come. */
    void take(FrameHeader header) {
        if (++taken > ActiveMessages.WINDOW) {
            throw new ProtocolFault("more requests than may be under way: " + header);
        }
        if (output.queued() > MOST_QUEUED) {
            throw new ProtocolFault("requests without taking the answers: " + header);
        }
    }

    /** The handler of one of a table is about to run, which may reply. */
    void open(Agreements.PeerTarget table, ShortMessage request, int words) {
        current = table;
        request.open(words, this);
    }

    @Override
    public void reply(int handler, long[] words, int count) {
        ActiveTarget.check(words, count);
        current.table().numbering().require(handler, Numbering.Kind.REPLY);
        output.reply(current.remote(), handler, words, count, giveBack(owed + 1));
    }

    /** One is over, and has had no reply. */
    void handledWithoutReply() {
        owed++;
        if (owed >= CREDITS_AT_ONCE) {
            output.credit(giveBack(owed));
        }
    }

    private int giveBack(int handled) {
        owed = 0;
        taken -= handled;
        return handled;
    }
}
