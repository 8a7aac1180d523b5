package org.activeobjects.spmd.member;

import org.activeobjects.node.Job;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.BodyHandle;

/** Which rank the calling thread is. */
public final class Caller {

    private Caller() {}

    /**
     * The member that the calling thread serves.
     *
     * @return the member, or {@code null} if it serves none
     */
    public static Member member() {
        BodyHandle body = BodyHandle.current();
        return body == null ? null : Member.of(body);
    }

    /**
     * The same where nothing else will do.
     *
     * @param what what only a member does or has, for people
     * @return the member
     * @throws IllegalStateException if the calling thread serves none
     */
    public static Member memberFor(String what) {
        Member member = member();
        if (member == null) {
            throw new IllegalStateException(
                    "only a member of a group made by PASPMD.newSPMDGroup "
                            + what
                            + ": thread="
                            + Thread.currentThread().getName()
                            + "; call it in a request that a member serves");
        }
        return member;
    }

    /**
     * The rank of the caller: the member it serves, else the JVM if that belongs to a job.
     *
     * @return the rank
     * @throws IllegalStateException if it is none
     */
    public static Rank rank() {
        Member member = member();
        Rank rank = member == null ? JobRanks.current() : member.rank();
        if (rank == null) {
            throw noRank();
        }
        return rank;
    }

    /**
     * Number of the caller's rank; needs no word with the others.
     *
     * @return 0 or more
     * @throws IllegalStateException if it is no rank
     */
    public static int number() {
        Member member = member();
        return member == null ? job().rank() : member.rank().number();
    }

    /**
     * Number of ranks; needs no word with the others.
     *
     * @return 1 or more
     * @throws IllegalStateException if the caller is no rank
     */
    public static int size() {
        Member member = member();
        return member == null ? job().size() : member.rank().size();
    }

    private static Job job() {
        Job job = NodeRuntime.current().job();
        if (job == null) {
            throw noRank();
        }
        return job;
    }

    private static IllegalStateException noRank() {
        return new IllegalStateException(
                "the caller is no rank: thread="
                        + Thread.currentThread().getName()
                        + "; be a member of a group made by PASPMD.newSPMDGroup, in a request, or"
                        + " start the program with: ao run -np N");
    }
}
