package org.activeobjects.deployment.internal.agent;

import jdk.management.VirtualThreadSchedulerMXBean;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the virtual threads of a rank have its share of the cores of this host and no more: a call
 * that one of them passes on to another then wakes no carrier, which would take longer than most
 * calls, and would take the core from another rank.
 *
 * <p>Virtual threads that compute do not give their carrier up. So where some wait for one, a
 * further one is started, and where that does not come to run soon, all cores are there for a
 * while.
 *
 * <p>A look takes the core from the thread that has it, and all ranks wait for the latest. So
 * nobody is woken but this thread, and that seldom while there are no virtual threads to run.
 *
 * <p><b>Threading:</b> one daemon thread of its own.
 */
final class CarrierShare {

    private static final Logger LOG = LogManager.getLogger(CarrierShare.class);

    private static final String USERS_OWN = "jdk.virtualThreadScheduler.parallelism";

    /** Longer than a carrier that is awake waits for its core now and then on a busy host. */
    private static final long LATE_MS = 50;

    private static final long LEAST_ALL_MS = 1000;
    private static final long MOST_ALL_MS = 30_000;

    /** From one look to the next where each rank has a core; more where it has less. */
    private static final long LOOK_MS = 20;

    /** The same while no virtual threads run, as a multiple. */
    private static final long MOST_LOOKS = 16;

    /** However many ranks there are: virtual threads that lack a carrier wait as long. */
    private static final long MOST_LOOK_MS = 5000;

    private final VirtualThreadSchedulerMXBean scheduler;
    private final int share;
    private final int cores;
    private final int ranks;

    private CarrierShare(VirtualThreadSchedulerMXBean scheduler, int cores, int ranks) {
        this.scheduler = scheduler;
        this.share = Math.max(1, cores / ranks);
        this.cores = cores;
        this.ranks = ranks;
    }

    /**
     * Begins, unless the user has said how many carriers there are, or the rank has all cores.
     *
     * @param ranks number of ranks on this host
     */
    static void start(int ranks) {
        if (ranks > 1 && System.getProperty(USERS_OWN) == null) {
            Thread.ofPlatform().daemon().name("share of the cores").start(() -> watch(ranks));
        }
    }

    private static void watch(int ranks) {
        try {
            VirtualThreadSchedulerMXBean scheduler =
                    ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
            int cores = Runtime.getRuntime().availableProcessors();
            new CarrierShare(scheduler, cores, ranks).watch();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.debug("virtual threads keep all cores", e);
        }
    }

    private void watch() throws InterruptedException {
        long allMs = LEAST_ALL_MS;
        while (true) {
            scheduler.setParallelism(share);
            boolean isEnough = false;
            long looks = 1;
            while (scheduler.getQueuedVirtualThreadCount() <= 0 || comesToRunSoon()) {
                isEnough = true;
                looks = runsNone() ? Math.min(MOST_LOOKS, 2 * looks) : 1;
                pause(lookMs(looks, cores, ranks));
            }
            // Who tries in vain to do with less keeps others waiting for as long as that takes.
            allMs = isEnough ? LEAST_ALL_MS : Math.min(MOST_ALL_MS, 2 * allMs);
            scheduler.setParallelism(cores);
            pause(allMs);
        }
    }

    /** From a look to the next, where so many in a row are left out but one. */
    static long lookMs(long looks, int cores, int ranks) {
        return Math.min(MOST_LOOK_MS, looks * LOOK_MS * Math.max(1, ranks / cores));
    }

    private boolean runsNone() {
        return scheduler.getMountedVirtualThreadCount() <= 0;
    }

    private static boolean comesToRunSoon() throws InterruptedException {
        CountDownLatch run = new CountDownLatch(1);
        Thread.startVirtualThread(run::countDown);
        return run.await(LATE_MS, TimeUnit.MILLISECONDS);
    }

    private static void pause(long ms) throws InterruptedException {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
