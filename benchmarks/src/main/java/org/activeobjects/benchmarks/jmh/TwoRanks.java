package org.activeobjects.benchmarks.jmh;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

/** Two endpoints, of one runtime or of two that a link connects, in one JVM. */
final class TwoRanks implements AutoCloseable {

    /** Stands for two endpoints of one runtime, between which there is no link. */
    static final String SAME = "same";

    private final Transport first;
    private final Transport second;
    private final Endpoint one;
    private final Endpoint two;

    TwoRanks(String link) {
        first = open(link);
        second = link.equals(SAME) ? first : open(link);
        if (first != second) {
            first.learn(second.card());
            second.learn(first.card());
        }
        one = first.openEndpoint();
        two = second.openEndpoint();
    }

    private static Transport open(String link) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("jmh-" + ProcessHandle.current().pid(), null)
                        .withRanksOnHost(2);
        return Transport.open(link.equals(SAME) ? config : config.withLinks(link));
    }

    Endpoint one() {
        return one;
    }

    Endpoint two() {
        return two;
    }

    Transport first() {
        return first;
    }

    Transport second() {
        return second;
    }

    @Override
    public void close() {
        one.close();
        two.close();
        first.close();
        second.close();
    }
}
