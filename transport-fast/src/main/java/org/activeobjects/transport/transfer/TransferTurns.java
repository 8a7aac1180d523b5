package org.activeobjects.transport.transfer;

import org.activeobjects.transport.message.Outgoing;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * What goes to one peer in pieces: each for a while, so that none waits for the whole of another,
 * and not in small change, which would cost the caches of both sides.
 *
 * <p><b>Threading:</b> under the peer's lock for sending.
 */
public final class TransferTurns {

    private static final int CHUNKS_PER_ROUND = 2;

    /** Bytes of one transfer before the next has its turn. */
    private static final long TURN = 1 << 20;

    private final ArrayDeque<Outgoing> turns = new ArrayDeque<>();
    private long turnBytes;

    /** Nothing goes yet. */
    public TransferTurns() {}

    /**
     * Whether nothing goes.
     *
     * @return true if so
     */
    public boolean isEmpty() {
        return turns.isEmpty();
    }

    /**
     * What goes.
     *
     * @return how many
     */
    public int size() {
        return turns.size();
    }

    /**
     * Takes something in.
     *
     * @param transfer not sent yet
     */
    public void add(Outgoing transfer) {
        turns.add(transfer);
    }

    /**
     * Takes things out, each in one step: without memory the others stay there.
     *
     * @param which what is to be taken out, and to be remembered by the caller
     */
    public void removeIf(Predicate<Outgoing> which) {
        for (Iterator<Outgoing> next = turns.iterator(); next.hasNext(); ) {
            if (which.test(next.next())) {
                next.remove();
            }
        }
    }

    /**
     * Sends some pieces, and completes what is sent.
     *
     * @param link where to
     * @param header to be filled
     * @param brokenOff gets what cannot go on, for its memory cannot be read any more, and why;
     *     ends it
     * @return number of pieces
     */
    public int pump(Link link, FrameHeader header, BiConsumer<Outgoing, Throwable> brokenOff) {
        int sent = 0;
        while (sent < CHUNKS_PER_ROUND && !turns.isEmpty() && link.isOpen()) {
            Outgoing turn = turns.peek();
            try {
                if (!turn.sendChunk(link, header)) {
                    break;
                }
            } catch (RuntimeException | InternalError gone) {
                turns.remove();
                turnBytes = 0;
                brokenOff.accept(turn, gone);
                sent++;
                continue;
            }
            sent++;
            turnBytes += header.payloadLength();
            if (turn.isSent() && !link.isOpen()) {
                break; // the link took what goes nowhere: it fails with the peer
            } else if (turn.isSent()) {
                turns.remove();
                turnBytes = 0;
                turn.complete();
            } else if (turnBytes >= TURN) {
                turnBytes = 0;
                turns.add(turns.remove());
            }
        }
        return sent;
    }

    /**
     * Takes everything out.
     *
     * @param pending gets it
     */
    public void drainTo(List<? super Outgoing> pending) {
        pending.addAll(turns);
        turns.clear();
    }

    @Override
    public String toString() {
        return "transfers=" + turns.size();
    }
}
