package org.activeobjects.benchmarks.external;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Contestant.UnavailableException;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.process.Worker;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * UCX, measured by the program that comes with it: tagged messages between buffers outside any
 * heap. It is started anew for every run; it has no exchange.
 */
public final class UcxPerftest implements Team {

    private static final String PROGRAM = "ucx_perftest";
    private static final double NANOS_PER_SECOND = 1e9;

    private final Field field;
    private final Map<String, String> environment;

    private UcxPerftest(Field field, String layers) {
        this.field = field;
        this.environment = Map.of("UCX_TLS", layers, "UCX_WARN_UNUSED_ENV_VARS", "n");
    }

    /**
     * UCX over shared memory and over TCP.
     *
     * @return one contestant each
     */
    public static List<Contestant> all() {
        return List.of(
                contestant("ucxperf-posix", "UCX posix", Wire.MEMORY, "posix,self"),
                contestant("ucxperf-tcp", "UCX tcp", Wire.TCP, "tcp,self"));
    }

    private static Contestant contestant(String id, String name, Wire wire, String layers) {
        return new Contestant(
                id,
                name,
                wire,
                false,
                EnumSet.of(Measurement.LATENCY, Measurement.BANDWIDTH),
                Integer.MAX_VALUE,
                true,
                field -> start(field, layers));
    }

    private static Team start(Field field, String layers) throws UnavailableException {
        if (Cores.onPath(PROGRAM).isEmpty()) {
            throw new UnavailableException("UCX is not installed; apt-get install ucx-utils");
        }
        if (field.pairs() > 1) {
            throw new UnavailableException(PROGRAM + " runs one pair only");
        }
        return new UcxPerftest(field, layers);
    }

    @Override
    public Timing run(Order order) {
        String port = Integer.toString(freePort());
        List<String> serving = new ArrayList<>(List.of("stdbuf", "-oL")); // its lines at once
        serving.addAll(pinned(0, PROGRAM, "-p", port));
        try (Worker server = Worker.start(PROGRAM + " server", serving, environment)) {
            server.expect("Waiting for connection");
            List<String> calling = pinned(1, PROGRAM, "127.0.0.1", "-p", port);
            calling.addAll(arguments(order));
            try (Worker client = Worker.start(PROGRAM, calling, environment)) {
                client.expect("iterations,"); // the header
                return new Timing(elapsedNs(order, client.expect("")), UNKNOWN);
            }
        }
    }

    private List<String> pinned(int side, String... command) {
        List<String> words = new ArrayList<>(field.pinned() ? Cores.one(side) : Cores.two());
        words.addAll(List.of(command));
        return words;
    }

    private static List<String> arguments(Order order) {
        boolean streams = order.measurement() == Measurement.BANDWIDTH;
        int messages = streams ? Measurement.window(order.bytes()) : 1;
        List<String> words = new ArrayList<>();
        words.addAll(List.of("-t", streams ? "tag_bw" : "tag_lat"));
        words.addAll(List.of("-O", Integer.toString(messages)));
        words.addAll(List.of("-s", Integer.toString(order.bytes())));
        words.addAll(List.of("-n", Long.toString(order.iterations() * messages)));
        words.addAll(List.of("-w", Long.toString(order.leadIn() * messages)));
        words.addAll(List.of("-f", "-v"));
        return words;
    }

    /** Reads the last line of the program: the last figure is messages per second, one way. */
    static long elapsedNs(Order order, String line) {
        String[] figures = line.strip().split(",", -1);
        try {
            double rate = Double.parseDouble(figures[figures.length - 1]);
            double messages =
                    (double) order.iterations() * order.measurement().messages(order.bytes());
            if (rate > 0) {
                return Math.round(NANOS_PER_SECOND * messages / rate);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new TeamFailedException(
                String.format(Locale.ROOT, "%s printed no result: \"%s\"", PROGRAM, line));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new TeamFailedException("no free port for " + PROGRAM, e);
        }
    }

    @Override
    public void close() {
        // nothing runs between two orders
    }
}
