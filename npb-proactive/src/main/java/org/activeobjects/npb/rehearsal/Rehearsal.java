package org.activeobjects.npb.rehearsal;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.collective.Reduction;
import org.activeobjects.node.Job;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.npb.ProblemClass;
import org.activeobjects.npb.cg.CgKernel;
import org.activeobjects.spmd.PASPMD;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** What programs do, for some seconds: a kernel, then calls, exchanges and collectives in turn. */
public final class Rehearsal {

    private static final long LENGTH_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int CALLS = 50;
    private static final String TEXT = "a text of some length, as programs pass them on";

    private final Echo echo;
    private final int neighbour;
    private final double[] mine = new double[64];
    private final double[] theirs = new double[64];
    private final double[] large = new double[4096];
    private int checked;

    private Rehearsal(Job job) {
        this.neighbour = job.rank() ^ 1;
        this.echo = PAActiveObject.newActive(Echo.class, new Object[0], job.nodes().get(neighbour));
    }

    /**
     * Runs in each rank of a job of two.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Job job = NodeRuntime.current().job();
        if (job.rank() == 0) {
            require(new CgKernel().run(ProblemClass.S, job.nodes(), 0).isVerified());
        }
        Rehearsal rehearsal = new Rehearsal(job);
        PASPMD.barrier();
        long end = System.nanoTime() + LENGTH_NS;
        do {
            rehearsal.call();
            rehearsal.exchange();
        } while (PASPMD.allReduce(System.nanoTime() - end, Reduction.MIN) < 0);
    }

    private void call() {
        for (int i = 0; i < CALLS; i++) {
            require(echo.number(i).getIntValue() == i);
            echo.tell(0, echo);
        }
        require(echo.text(TEXT).getStringValue().equals(TEXT));
        require(echo.list(List.of(TEXT, "another")).getIntValue() == 2);
        require(echo.array(large).getIntValue() == large.length);
        checked += CALLS;
        require(echo.told().getIntValue() == checked);
    }

    private void exchange() {
        for (int i = 0; i < CALLS; i++) {
            mine[0] = i;
            PASPMD.exchange("rehearsal", neighbour, mine, 0, theirs, 0, mine.length);
            require(theirs[0] == i);
        }
    }

    private static void require(boolean isRight) {
        if (!isRight) {
            throw new IllegalStateException("the rehearsal went wrong");
        }
    }
}
