package org.activeobjects.spmd.waiting;

import org.activeobjects.collective.Occupation;
import org.activeobjects.diagnosis.UserFrames;

import java.util.ArrayList;
import java.util.List;

/**
 * What a rank does, as it tells another.
 *
 * @param rank the rank
 * @param number odd if it waits; tells this wait from all others of the rank
 * @param operation what it waits in
 * @param tag tag of an exchange; of an operation of all ranks its root, or empty
 * @param peer rank that it waits for
 * @param collectives operations of all ranks that it has begun
 * @param thread name of its thread, empty if nobody has done anything yet
 * @param deadlock the report of the deadlock because of which it takes part in nothing any more;
 *     empty if there was none
 * @param ended whether its program has ended, and nobody else can begin anything for it
 * @param frames where the thread is, innermost first
 */
public record RankState(
        int rank,
        long number,
        String operation,
        String tag,
        int peer,
        long collectives,
        String thread,
        String deadlock,
        boolean ended,
        List<String> frames) {

    private static final int FIXED = 9;

    /**
     * The state of a rank of this JVM.
     *
     * @param rank its number
     * @param occupation what it does
     * @param ended whether its program has ended
     * @return its state now
     */
    public static RankState of(int rank, Occupation occupation, boolean ended) {
        Occupation.Moment now = occupation.look();
        return new RankState(
                rank,
                now.number(),
                now.operation() == null ? "" : now.operation(),
                tagOf(now),
                now.peer(),
                now.collectives(),
                now.thread() == null ? "" : now.thread().getName(),
                deadlockOf(occupation),
                ended,
                framesOf(now.thread()));
    }

    /**
     * The state of a rank that has done nothing among the ranks yet.
     *
     * @param rank its number
     * @param thread the thread of its program, or {@code null} if that is not known
     * @param ended whether its program has ended
     * @return its state now
     */
    public static RankState idle(int rank, Thread thread, boolean ended) {
        return new RankState(rank, 0, "", "", rank, 0, "", "", ended, framesOf(thread));
    }

    private static String tagOf(Occupation.Moment now) {
        if (now.root() != Occupation.NO_ROOT) {
            return "with root " + now.root();
        }
        return now.tag() == null ? "" : now.tag();
    }

    private static String deadlockOf(Occupation occupation) {
        RuntimeException why = occupation.failureOr(null);
        return why == null ? "" : why.getMessage();
    }

    private static List<String> framesOf(Thread thread) {
        return thread == null
                ? List.of()
                : UserFrames.of(thread).stream().map(StackTraceElement::toString).toList();
    }

    boolean isWaiting() {
        return (number & 1) == 1;
    }

    /** Whether it does what another one waits for it to do; then the data are on their way. */
    boolean meets(RankState other) {
        if (!operation.equals(other.operation) || !tag.equals(other.tag)) {
            return false;
        }
        return operation.equals(Occupation.EXCHANGE)
                ? peer == other.rank
                : collectives == other.collectives;
    }

    String what() {
        return operation.equals(Occupation.EXCHANGE)
                ? operation + " tag=\"" + tag + "\" with rank " + peer
                : operation
                        + (tag.isEmpty() ? "" : " " + tag)
                        + ", the "
                        + collectives
                        + ". operation of all ranks";
    }

    /**
     * For the way to another runtime.
     *
     * @return numbers and texts
     */
    public Object[] encode() {
        Object[] values = new Object[FIXED + frames.size()];
        values[0] = rank;
        values[1] = number;
        values[2] = operation;
        values[3] = tag;
        values[4] = peer;
        values[5] = collectives;
        values[6] = thread;
        values[7] = deadlock;
        values[8] = ended;
        for (int i = 0; i < frames.size(); i++) {
            values[FIXED + i] = frames.get(i);
        }
        return values;
    }

    /**
     * The reverse of {@link #encode}.
     *
     * @param values what it gave
     * @return the state
     * @throws IllegalArgumentException if it is none
     */
    public static RankState decode(Object[] values) {
        try {
            List<String> frames = new ArrayList<>();
            for (int i = FIXED; i < values.length; i++) {
                frames.add((String) values[i]);
            }
            return new RankState(
                    (int) values[0],
                    (long) values[1],
                    (String) values[2],
                    (String) values[3],
                    (int) values[4],
                    (long) values[5],
                    (String) values[6],
                    (String) values[7],
                    (boolean) values[8],
                    frames);
        } catch (ClassCastException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the state of a rank: " + e.getMessage(), e);
        }
    }
}
