package org.activeobjects.spmd.exchange;

import org.activeobjects.collective.Occupation;
import org.activeobjects.transport.error.TransportClosedException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ranks that have ended, and the exchanges of this rank that are under way, some of which wait for
 * them.
 *
 * <p><b>Threading:</b> safe.
 */
final class Departures {

    private final Occupation occupation;

    /** {@code null} as long as all are there, which is all that an exchange looks at then. */
    private volatile Map<Integer, String> ended;

    /** Exchanges of threads whose operations are not noted in the occupation. */
    private final Set<Wait> beside = ConcurrentHashMap.newKeySet();

    /** One exchange; equal to no other. */
    private static final class Wait {
        private final String tag;
        private final int rank;

        Wait(String tag, int rank) {
            this.tag = tag;
            this.rank = rank;
        }
    }

    Departures(Occupation occupation) {
        this.occupation = occupation;
    }

    Object begin(String tag, int rank) {
        Wait wait = new Wait(tag, rank);
        beside.add(wait);
        return wait;
    }

    void end(Object wait) {
        beside.remove(wait);
    }

    /** Called when the exchange is noted: so either it is found there, or it fails here. */
    void check(int rank) {
        String report = of(rank);
        if (report != null) {
            throw new TransportClosedException(report);
        }
    }

    /** How a rank has ended, or {@code null}. */
    String of(int rank) {
        Map<Integer, String> known = ended;
        return known == null ? null : known.get(rank);
    }

    /** Notes an end, and gives the tags of exchanges with that rank. */
    synchronized List<String> onEnd(int rank, String report) {
        Map<Integer, String> known = ended == null ? new ConcurrentHashMap<>() : ended;
        known.put(rank, report);
        ended = known;
        List<String> tags = new ArrayList<>();
        Thread busy = occupation.look().thread();
        if (busy != null) {
            // It notes what it begins without a fence. To look at its stack is one: it has noted
            // that by now, for this thread to see, or will see that the other one has ended.
            var _ = busy.getStackTrace();
        }
        Occupation.Moment now = occupation.look();
        if (now.isBusy() && Occupation.EXCHANGE.equals(now.operation()) && now.peer() == rank) {
            tags.add(now.tag());
        }
        for (Wait wait : beside) {
            if (wait.rank == rank) {
                tags.add(wait.tag);
            }
        }
        return tags;
    }
}
