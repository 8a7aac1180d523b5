package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.side.Affinity;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Side;
import org.activeobjects.benchmarks.side.SideContext;
import org.activeobjects.benchmarks.side.SideLoop;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

import java.util.concurrent.SynchronousQueue;

/** Two endpoints in one JVM, of one runtime or of two, each with a thread of its own. */
public final class LocalSide implements Side {

    private record Task(Measurement measurement, int bytes, long iterations) {}

    private final Transport transport;
    private final Transport other;
    private final Kernel leader;
    private final Kernel follower;
    private final SynchronousQueue<Task> tasks = new SynchronousQueue<>();
    private final SynchronousQueue<Task> done = new SynchronousQueue<>();

    private final Kernel.Numbers numbers;

    private LocalSide(SideContext context) {
        boolean twoRuntimes = Boolean.parseBoolean(context.own().getFirst());
        numbers = Kernel.Numbers.parse(context.own().subList(1, 3));
        transport = open(twoRuntimes ? 2 : 1);
        other = twoRuntimes ? open(2) : transport;
        if (twoRuntimes) {
            transport.learn(other.card());
            other.learn(transport.card());
        }
        Endpoint one = transport.openEndpoint();
        Endpoint two = other.openEndpoint();
        leader = kernel(one, two, true, context.maxBytes());
        follower = kernel(two, one, false, context.maxBytes());
        Thread.ofPlatform().daemon().name("follower").start(this::follow);
        Affinity.pinThisThread(0); // last: threads that are made by this one would be bound, too
    }

    private static Transport open(int runtimes) {
        return Transport.open(
                TransportConfig.defaults()
                        .withSettingsOf(System.getProperties())
                        .withLinks("local")
                        .withRanksOnHost(runtimes));
    }

    private Kernel kernel(Endpoint endpoint, Endpoint peer, boolean leads, int maxBytes) {
        return new Kernel(endpoint, peer.address(), leads, maxBytes, numbers, transport);
    }

    /**
     * Runs both sides.
     *
     * @param args words of {@link SideContext}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        SideLoop.run(args, LocalSide::new);
    }

    private void follow() {
        Affinity.pinThisThread(1);
        try {
            while (true) {
                Task task = tasks.take();
                follower.run(task.measurement, task.bytes, task.iterations);
                done.put(task);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run(Measurement measurement, int bytes, long iterations)
            throws InterruptedException {
        Task task = new Task(measurement, bytes, iterations);
        tasks.put(task);
        leader.run(measurement, bytes, iterations);
        done.take();
    }

    @Override
    public void check(Measurement measurement, int bytes) {
        leader.check(measurement, bytes);
        follower.check(measurement, bytes);
    }

    @Override
    public void close() {
        other.close();
        transport.close();
    }
}
