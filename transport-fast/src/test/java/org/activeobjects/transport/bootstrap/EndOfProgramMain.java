package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

import java.util.List;

/**
 * Sends a message over each link that is named, all of them listening, closes the runtimes and says
 * which threads are left that the JVM would wait for.
 */
final class EndOfProgramMain {

    private EndOfProgramMain() {}

    public static void main(String[] links) {
        TransportConfig config =
                TransportConfig.defaults().withJob("end", TransportConfig.newSecret());
        for (String link : links) {
            try (Transport _ = Transport.open(config)) {
                talk(config.withLinks(link));
            }
        }
        List<String> threads =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !thread.isDaemon() && thread != Thread.currentThread())
                        .map(Thread::getName)
                        .toList();
        System.out.println("left=" + threads);
    }

    private static void talk(TransportConfig config) {
        try (Transport one = Transport.open(config);
                Transport other = Transport.open(config)) {
            one.learn(other.card());
            other.learn(one.card());
            Endpoint near = one.openEndpoint();
            Endpoint far = other.openEndpoint();
            near.isend(far.address(), 1, 1, Slice.of(new int[] {7}));
            far.recv(near.address(), 1, 1, Slice.of(new int[1]));
        }
    }
}
