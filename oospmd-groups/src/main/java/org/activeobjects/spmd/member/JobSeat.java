package org.activeobjects.spmd.member;

/** Stands on a node of a job for the moment in which a rank asks it for its endpoint. */
public class JobSeat {

    /** Has no state; the endpoint belongs to the runtime. */
    public JobSeat() {}
}
