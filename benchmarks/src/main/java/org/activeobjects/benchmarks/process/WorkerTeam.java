package org.activeobjects.benchmarks.process;

import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.side.Order;

import java.util.ArrayList;
import java.util.List;

/** The running processes of a contestant that takes orders by lines. */
public final class WorkerTeam implements Team {

    private final List<Worker> leaders = new ArrayList<>();
    private final List<Worker> followers = new ArrayList<>();
    private final List<Worker> helpers = new ArrayList<>();
    private final List<Long> pids = new ArrayList<>();

    /** Nobody yet. */
    public WorkerTeam() {}

    void addLeader(Worker worker) {
        leaders.add(worker);
        pids.add(worker.pid());
    }

    void addFollower(Worker worker) {
        leaders.getLast().follow(worker); // it waits for this one, however long
        followers.add(worker);
        pids.add(worker.pid());
    }

    void addHelper(Worker worker) {
        helpers.add(worker);
        pids.add(worker.pid());
    }

    void awaitReady() {
        leaders.forEach(worker -> worker.expect(Order.READY));
        followers.forEach(worker -> worker.expect(Order.READY));
    }

    @Override
    public Timing run(Order order) {
        long before = CpuClock.read(pids);
        String line = order.toLine();
        leaders.forEach(worker -> worker.send(line));
        followers.forEach(worker -> worker.send(line));
        long ns = 0;
        for (Worker worker : leaders) {
            ns += Long.parseLong(worker.expect(Order.ELAPSED));
        }
        followers.forEach(worker -> worker.expect(Order.ELAPSED));
        return new Timing(ns / leaders.size(), timedShare(order, before, CpuClock.read(pids)));
    }

    /**
     * The timed part of the cores' time: the lead-in is counted with it, and takes its share.
     *
     * @param order what was done
     * @param before time of the cores before it
     * @param after time of the cores after it
     * @return nanoseconds, or {@link Team#UNKNOWN}
     */
    public static long timedShare(Order order, long before, long after) {
        if (before < 0 || after < 0) {
            return UNKNOWN;
        }
        double share = (double) order.iterations() / (order.iterations() + order.leadIn());
        return Math.round((after - before) * share);
    }

    @Override
    public void close() {
        List<Worker> all = new ArrayList<>(followers);
        all.addAll(leaders);
        all.forEach(Worker::endOrders);
        all.addAll(helpers);
        all.forEach(Worker::close);
    }
}
