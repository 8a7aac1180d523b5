package org.activeobjects.deployment.job;

import jdk.management.VirtualThreadSchedulerMXBean;

import org.activeobjects.wrapper.IntWrapper;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Objects of one JVM that need to run at the same time. */
public class Meeting {

    private static final AtomicInteger HERE = new AtomicInteger();

    /** For its stub. */
    public Meeting() {}

    /**
     * Computes until all are there.
     *
     * @param members how many there will be
     * @return the same
     */
    public IntWrapper meet(int members) {
        HERE.incrementAndGet();
        while (HERE.get() < members) {
            Thread.onSpinWait();
        }
        return new IntWrapper(members);
    }

    /**
     * How many virtual threads its JVM runs at once.
     *
     * @return the number
     */
    public IntWrapper carriers() {
        return new IntWrapper(
                ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class)
                        .getParallelism());
    }
}
