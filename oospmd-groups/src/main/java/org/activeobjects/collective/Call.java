package org.activeobjects.collective;

import java.util.Objects;

/**
 * What a rank calls, as the tag of the messages of that call: kind, operator, root, and the number
 * of the call modulo 4. So a message of one call does not fit the receives of another, and its tag
 * tells what the sender has called.
 *
 * <p>Bits of a tag, from the lowest: 2 of the number, 3 of the kind, 2 of the operator, 16 of the
 * root, 1 for what announces the length of the elements that follow. Few of the number, since the
 * transport keeps what it says of the kinds of messages that came last, and makes an object for
 * others.
 */
final class Call {

    /** In place of a tag: the sender has given up. */
    static final int GIVEN_UP = 0;

    static final int BARRIER = kind(1);
    static final int BROADCAST = kind(2);
    static final int ALL_REDUCE = kind(3);
    static final int REDUCE = kind(4);
    static final int ALL_GATHER = kind(5);

    private static final int KIND_SHIFT = 2;
    private static final int OPERATOR_SHIFT = 5;
    private static final int OPERATOR_MASK = 3;
    private static final int ROOT_SHIFT = 7;
    private static final int ROOT_MASK = 0xFFFF;
    private static final int NUMBER_MASK = (1 << KIND_SHIFT) - 1;
    private static final int ANNOUNCES = 1 << 23;

    private Call() {}

    private static int kind(int id) {
        return id << KIND_SHIFT;
    }

    /** A call with a root; of more ranks than the bits tell apart, some look alike. */
    static int withRoot(int call, int root) {
        return call | (root & ROOT_MASK) << ROOT_SHIFT;
    }

    static int withOperator(int call, Reduction op) {
        Objects.requireNonNull(op, "the operator of a reduction is null; use SUM, MIN or MAX");
        return call | op.wireId() << OPERATOR_SHIFT;
    }

    /** The call as the one with this number of the rank. */
    static int numbered(int call, long number) {
        return call | (int) number & NUMBER_MASK;
    }

    /** The tag of what announces the length of the elements of a call, and is none of them. */
    static int announcing(int call) {
        return call | ANNOUNCES;
    }

    static boolean isAnnouncing(int call) {
        return (call & ANNOUNCES) != 0;
    }

    static int kindOf(int call) {
        return call & kind(7);
    }

    /** Name of the operation. */
    static String name(int call) {
        return switch (kindOf(call) >>> KIND_SHIFT) {
            case 1 -> "barrier";
            case 2 -> "broadcast";
            case 3 -> "allReduce";
            case 4 -> "reduce";
            case 5 -> "allGather";
            default -> "an unknown operation";
        };
    }

    /** What the ranks have to agree on beside the operation; empty if there is nothing. */
    static String detail(int call) {
        Reduction op = Reduction.of(call >>> OPERATOR_SHIFT & OPERATOR_MASK);
        int kind = kindOf(call);
        boolean isRooted = kind == BROADCAST || kind == REDUCE;
        String root = isRooted ? "with root " + (call >>> ROOT_SHIFT & ROOT_MASK) : "";
        return op == null ? root : root.isEmpty() ? op.name() : op.name() + " " + root;
    }

    /** Name and detail. */
    static String describe(int call) {
        String detail = detail(call);
        return detail.isEmpty() ? name(call) : name(call) + " " + detail;
    }

    /** Whether both may be the same one in the order of the calls. */
    static boolean mayMeet(int call, int other) {
        return ((call ^ other) & NUMBER_MASK) == 0;
    }
}
