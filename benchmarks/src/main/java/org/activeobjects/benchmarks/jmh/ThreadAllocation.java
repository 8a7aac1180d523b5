package org.activeobjects.benchmarks.jmh;

import com.sun.management.ThreadMXBean;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Collection;
import java.util.List;

/**
 * What an operation allocates, on all threads together but those that look after the peers: these
 * wake ten times a second, and ask the system now and then whether each still lives, some 20 kB a
 * second and runtime, which is more than nothing for operations of a tenth of a millisecond. It
 * stops counting before JMH, and its profiler of the garbage collector, keep their books, which
 * takes them a megabyte or two at the end of a run: some bytes for each of a few hundred thousand
 * operations, in which one that is looked for would drown. Of several iterations the least counts,
 * for a JVM compiles when it likes.
 *
 * <p><b>Threading:</b> JMH's thread.
 */
public final class ThreadAllocation implements InternalProfiler {

    /** Name of the result. */
    static final String RESULT = "threads.alloc.norm";

    private static final String LOOKS_AFTER_PEERS = "ao-bootstrap-";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long before;

    /** For JMH. */
    public ThreadAllocation() {}

    @Override
    public String getDescription() {
        return "bytes that an operation allocates, without those of JMH itself";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        long aside = lookingAfterPeers(); // first: to ask allocates, too
        before = threads.getTotalThreadAllocatedBytes() - aside;
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long all = threads.getTotalThreadAllocatedBytes();
        long bytes = all - lookingAfterPeers() - before;
        double perOperation = (double) bytes / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(RESULT, perOperation, "B/op", AggregationPolicy.MIN));
    }

    private long lookingAfterPeers() {
        long bytes = 0;
        for (ThreadInfo one : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (one != null && one.getThreadName().startsWith(LOOKS_AFTER_PEERS)) {
                bytes += threads.getThreadAllocatedBytes(one.getThreadId());
            }
        }
        return bytes;
    }
}
