package org.activeobjects.spmd.member;

import org.activeobjects.active.UniqueID;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyExtension;
import org.activeobjects.spi.BodyHandle;

import java.util.Arrays;

/**
 * What members of a group say to each other beside their requests.
 *
 * <p>An argument is an array that begins with one of the constants.
 */
public final class MemberExtension implements BodyExtension {

    static final String NAME = "activeobjects.spmd";

    /** Opens the endpoint of a future member: stubs of all. The answer describes it. */
    static final String OPEN = "open";

    /** Tells a member of the endpoints of all: descriptions. */
    static final String INSTALL = "install";

    /** The sender has called a barrier: rank, name. Answered when the barrier is complete. */
    static final String MARK = "mark";

    /** The sender has called a barrier between neighbours: rank, name. Answered as a mark is. */
    static final String NEIGHBOUR = "neighbour";

    /** A barrier will never be complete: reason. */
    static final String FAIL = "fail";

    /** The sender has ended: rank, report. The answer is the tags of exchanges with it. */
    static final String ENDED = "ended";

    /** Why the member has not done its part in a barrier: rank that asks, name. */
    static final String WHY_NOT = "why-not";

    /** Asks for an answer when the member ends. */
    static final String LIVES = "lives";

    /** Opens the endpoint of a JVM of a job, once; the answer describes it. */
    static final String SEAT = "seat";

    /** Opens the endpoints of all JVMs of a job: nodes. The answer describes each. */
    static final String SEATS = "seats";

    /** What the rank does now. */
    static final String STATE = "state";

    /** What the rank of a JVM of a job does now. */
    static final String SEAT_STATE = "seat-state";

    /** Whether a message is here that is not received: its sender's rank, its tag, its context. */
    static final String LEAVES = "leaves";

    /** The same of the rank of a JVM of a job. */
    static final String SEAT_LEAVES = "seat-leaves";

    /** Made by the {@code ServiceLoader}. */
    public MemberExtension() {}

    @Override
    public String name() {
        return NAME;
    }

    /** Nobody's barrier may depend on the order in which others call theirs, or on their end. */
    @Override
    public boolean isUrgent(Object argument) {
        Object what = ((Object[]) argument)[0];
        return NEIGHBOUR.equals(what) || ENDED.equals(what);
    }

    @Override
    public Object onCall(BodyHandle body, UniqueID sender, Object argument) {
        Object[] call = (Object[]) argument;
        return switch ((String) call[0]) {
            case OPEN -> {
                Object[] members = (Object[]) call[1];
                yield body.state(Member.class, () -> new Member(body, members)).describe();
            }
            case INSTALL -> {
                member(body).install(Member.descriptions((Object[]) call[1]));
                yield null;
            }
            case MARK -> member(body).mark(sender, (Integer) call[1], (String) call[2]);
            case NEIGHBOUR ->
                    member(body).neighbours().mark(sender, (Integer) call[1], (String) call[2]);
            case FAIL -> {
                member(body).fail((String) call[1]);
                yield null;
            }
            case ENDED -> member(body).onEnd(sender, (Integer) call[1], (String) call[2]);
            case WHY_NOT -> member(body).whyNot((Integer) call[1], (String) call[2]);
            case LIVES -> member(body).life();
            case STATE -> member(body).state().encode();
            case SEAT_STATE -> JobRanks.state(body.runtime()).encode();
            case LEAVES -> member(body).rank().leavesMessage(call);
            case SEAT_LEAVES -> JobRanks.leavesMessage(body.runtime(), call);
            case SEATS ->
                    JobRanks.seats(
                            body.runtime(),
                            Arrays.stream((Object[]) call[1]).map(Node.class::cast).toList());
            case SEAT -> JobRanks.seat(body.runtime());
            default -> throw new IllegalArgumentException("unknown call of a member: " + call[0]);
        };
    }

    private static Member member(BodyHandle body) {
        Member member = body.state(Member.class);
        if (member == null) {
            throw new IllegalStateException("not a member of an SPMD group: body=" + body);
        }
        return member;
    }
}
