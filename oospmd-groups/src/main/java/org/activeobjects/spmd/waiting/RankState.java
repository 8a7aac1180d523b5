package org.activeobjects.spmd.waiting;

import org.activeobjects.collective.Occupation;
import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.transport.Endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a rank does, as it tells another.
 *
 * @param rank the rank
 * @param number odd if it waits; tells this wait from all others of the rank
 * @param operation what it waits in
 * @param tag tag of an exchange or a message; of an operation of all ranks its operator and root,
 *     or empty
 * @param context context of a message; else 0
 * @param peer rank that it waits for; {@link Occupation#ANY_RANK} if that may be any
 * @param collectives operations of all ranks that it has begun
 * @param unreceived messages that are here in its place, if it waits for another one; else empty
 * @param thread name of its thread, empty if nobody has done anything yet
 * @param deadlock the report of the deadlock because of which it takes part in nothing any more;
 *     empty if there was none
 * @param ended whether its program has ended
 * @param activeObjects how many are left there when it has ended, which may still act for it
 * @param failure what its last request has thrown, if it has done nothing among the ranks since;
 *     else empty
 * @param shared whether other threads than this one act for the rank, or might: then what it waits
 *     in is not all that the rank does
 * @param frames where the thread is, innermost first
 */
public record RankState(
        int rank,
        long number,
        String operation,
        String tag,
        int context,
        int peer,
        long collectives,
        String unreceived,
        String thread,
        String deadlock,
        boolean ended,
        int activeObjects,
        String failure,
        boolean shared,
        List<String> frames) {

    private static final int FIXED = 14;
    private static final String ANY_TAG = String.valueOf(Endpoint.ANY_TAG);
    private static final Set<String> OF_MESSAGES =
            Set.of(Occupation.SEND, Occupation.RECEIVE, Occupation.PROBE);

    /**
     * The state of a rank of this JVM that does something, or has done.
     *
     * @param rank its number
     * @param occupation what it does
     * @return its state now
     */
    public static RankState of(int rank, Occupation occupation) {
        return of(rank, occupation, () -> null);
    }

    /**
     * The same of one that may have done nothing yet.
     *
     * @param rank its number
     * @param occupation what it does
     * @param program gives the thread of its program, which counts if none lives that has acted;
     *     {@code null} if that is not known
     * @return its state now
     */
    public static RankState of(int rank, Occupation occupation, Supplier<Thread> program) {
        Occupation.Moment now = occupation.look();
        boolean isKnown = now.thread() != null && now.thread().isAlive();
        return new RankState(
                rank,
                now.number(),
                now.operation() == null ? "" : now.operation(),
                now.tag() == null ? "" : now.tag(),
                now.context(),
                now.peer(),
                now.collectives(),
                unreceivedBy(occupation, now),
                now.thread() == null ? "" : now.thread().getName(),
                deadlockOf(occupation),
                false,
                0,
                "",
                occupation.isShared(),
                framesOf(isKnown ? now.thread() : program.get()));
    }

    /**
     * The state of a rank that has done nothing among the ranks yet.
     *
     * @param rank its number
     * @param thread the thread of its program, or {@code null} if that is not known
     * @return its state now
     */
    public static RankState idle(int rank, Thread thread) {
        return new RankState(
                rank, 0, "", "", 0, rank, 0, "", "", "", false, 0, "", false, framesOf(thread));
    }

    /**
     * The same of a rank whose program has ended.
     *
     * @param left how many active objects of the program are left there
     * @return its state
     */
    public RankState afterEnd(int left) {
        return with(true, left, failure, shared);
    }

    /**
     * The same of a rank that has thrown.
     *
     * @param what the request, and what it has thrown
     * @return its state
     */
    public RankState afterFailure(String what) {
        return with(ended, activeObjects, what, shared);
    }

    /**
     * The same of a rank for which other threads might act.
     *
     * @return its state
     */
    public RankState amongOthers() {
        return with(ended, activeObjects, failure, true);
    }

    private RankState with(boolean isOver, int left, String what, boolean isShared) {
        return new RankState(
                rank,
                number,
                operation,
                tag,
                context,
                peer,
                collectives,
                unreceived,
                thread,
                deadlock,
                isOver,
                left,
                what,
                isShared,
                frames);
    }

    private static String unreceivedBy(Occupation occupation, Occupation.Moment now) {
        boolean isForMessage =
                Occupation.RECEIVE.equals(now.operation())
                        || Occupation.PROBE.equals(now.operation());
        return isForMessage ? occupation.unreceived(now.peer(), now.context()) : "";
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

    /**
     * Whether its thread waits.
     *
     * @return true if so
     */
    public boolean isWaiting() {
        return (number & 1) == 1;
    }

    boolean isExchange() {
        return operation.equals(Occupation.EXCHANGE);
    }

    boolean isMessage() {
        return OF_MESSAGES.contains(operation);
    }

    boolean isSend() {
        return operation.equals(Occupation.SEND);
    }

    boolean isOfAllRanks() {
        return !isExchange() && !isMessage();
    }

    boolean waitsForAny() {
        return isWaiting() && peer == Occupation.ANY_RANK;
    }

    /** Whether its program has ended, and nothing is left that might act for it. */
    boolean isOver() {
        return ended && activeObjects == 0;
    }

    /** Whether it does what another one waits for it to do; then the data are on their way. */
    boolean meets(RankState other) {
        if (isMessage()) {
            return meetsMessage(other);
        }
        if (!operation.equals(other.operation) || !tag.equals(other.tag)) {
            return false;
        }
        return isExchange() ? peer == other.rank : collectives == other.collectives;
    }

    private boolean meetsMessage(RankState other) {
        boolean isForOther = peer == other.rank || waitsForAny();
        boolean isTagged =
                tag.equals(other.tag) || ANY_TAG.equals(tag) || ANY_TAG.equals(other.tag);
        return other.isMessage()
                && isSend() != other.isSend()
                && isForOther
                && context == other.context
                && isTagged;
    }

    /** {@return who it waits for, for people} */
    String whom() {
        return waitsForAny() ? "any rank" : "rank " + peer;
    }

    /** {@return what it waits in, for people} */
    public String what() {
        if (isMessage()) {
            String named = ANY_TAG.equals(tag) ? "any" : tag;
            String way = isSend() ? " to " : " from ";
            return operation + way + whom() + " tag=" + named + " context=" + context;
        }
        return isExchange()
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
        values[4] = context;
        values[5] = peer;
        values[6] = collectives;
        values[7] = unreceived;
        values[8] = thread;
        values[9] = deadlock;
        values[10] = ended;
        values[11] = activeObjects;
        values[12] = failure;
        values[13] = shared;
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
                    (int) values[5],
                    (long) values[6],
                    (String) values[7],
                    (String) values[8],
                    (String) values[9],
                    (boolean) values[10],
                    (int) values[11],
                    (String) values[12],
                    (boolean) values[13],
                    frames);
        } catch (ClassCastException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not the state of a rank: " + e.getMessage(), e);
        }
    }
}
