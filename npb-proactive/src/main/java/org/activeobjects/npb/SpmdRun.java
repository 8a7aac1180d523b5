package org.activeobjects.npb;

import org.activeobjects.group.ExceptionListException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Node;
import org.activeobjects.spmd.PASPMD;

import java.util.List;
import java.util.function.Function;

/**
 * Runs a kernel: makes a group of workers, one on each node, calls them all, and waits.
 *
 * <p><b>Threading:</b> blocks its caller, which should be no active object of the nodes.
 */
public final class SpmdRun {

    private SpmdRun() {}

    /**
     * Runs one method on all ranks.
     *
     * @param <W> type of the workers
     * @param worker class of the workers, with a constructor without parameters
     * @param nodes one node for each rank
     * @param call calls the method on the typed group
     * @return what rank 0 returned
     * @throws ExceptionListException if a rank failed; the others may still be waiting for it
     */
    public static <W> KernelResult run(
            Class<W> worker, List<Node> nodes, Function<W, KernelResult> call) {
        Object[][] parameters = new Object[nodes.size()][0];
        W workers = PASPMD.newSPMDGroup(worker, parameters, nodes);
        Group<KernelResult> results = PAGroup.getGroup(call.apply(workers));
        for (int arrived = 1; arrived <= nodes.size(); arrived++) {
            // One by one: when one has failed, those that wait for it may never arrive.
            results.waitN(arrived);
            ExceptionListException failures = results.getExceptionList();
            if (failures != null) {
                throw failures;
            }
        }
        return results.getFirst();
    }
}
