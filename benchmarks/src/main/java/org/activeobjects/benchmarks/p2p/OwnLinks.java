package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Contestant.UnavailableException;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.process.JvmProgram;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** This project's links as contestants: all that there are, whatever they are called. */
final class OwnLinks {

    private static final String LOCAL = "local";
    private static final String SHM = "shm";
    private static final String UCX = "ucx";
    private static final String NAME = "ActiveObjects ";

    private final Kernel.Numbers numbers;
    private final List<String> jvmArguments;

    /**
     * Links that are used in one way.
     *
     * @param numbers what they send; over UCX from registered memory, too
     * @param jvmArguments further flags of their JVMs
     */
    OwnLinks(Kernel.Numbers numbers, List<String> jvmArguments) {
        this.numbers = numbers;
        this.jvmArguments = jvmArguments;
    }

    /** All of them, fastest first. */
    List<Contestant> all() {
        List<Contestant> contestants = new ArrayList<>();
        for (String link : Transport.linkNames()) {
            switch (link) {
                case LOCAL -> {
                    contestants.add(local(LOCAL, false));
                    contestants.add(local("local-runtimes", true));
                }
                case UCX -> {
                    contestants.add(
                            ucx("posix", "posix,self", Wire.MEMORY, Doubles.Memory.REGISTERED));
                    contestants.add(ucx("heap", "posix,self", Wire.MEMORY, Doubles.Memory.HEAP));
                    contestants.add(ucx("tcp", "tcp,self", Wire.TCP, Doubles.Memory.REGISTERED));
                    contestants.add(ucx("tcp-heap", "tcp,self", Wire.TCP, Doubles.Memory.HEAP));
                }
                case SHM -> {
                    contestants.add(link(SHM, SHM, Wire.MEMORY, numbers.memory(), Map.of()));
                    contestants.add(
                            link(
                                    "shm-registered",
                                    SHM,
                                    Wire.MEMORY,
                                    Doubles.Memory.REGISTERED,
                                    Map.of()));
                }
                default -> contestants.add(link(link, link, Wire.TCP, numbers.memory(), Map.of()));
            }
        }
        return contestants;
    }

    private Contestant ucx(String kind, String layers, Wire wire, Doubles.Memory where) {
        return link(UCX + "-" + kind, UCX, wire, where, Map.of("UCX_TLS", layers));
    }

    private Contestant link(
            String id,
            String link,
            Wire wire,
            Doubles.Memory where,
            Map<String, String> environment) {
        return contestant(id, wire, field -> start(field, link, where, environment));
    }

    private Team start(
            Field field, String link, Doubles.Memory where, Map<String, String> environment)
            throws UnavailableException {
        requireHere(link);
        LinkSide.Words words =
                new LinkSide.Words(
                        "bench-" + ProcessHandle.current().pid(),
                        link,
                        field.pinned() ? 1 : field.sides(),
                        numbers.in(where));
        Map<String, String> variables = new HashMap<>(environment);
        variables.put(LinkSide.SECRET, TransportConfig.newSecret());
        return new JvmProgram(LinkSide.class, false, words.toWords(), jvmArguments, variables, null)
                .start(field);
    }

    /** Better said here and once than by each JVM, in which it would be a failure of ours. */
    private void requireHere(String link) throws UnavailableException {
        Properties settings = new Properties();
        for (String argument : jvmArguments) {
            int end = argument.indexOf('=');
            if (argument.startsWith("-D") && end > 0) {
                settings.setProperty(argument.substring(2, end), argument.substring(end + 1));
            }
        }
        try {
            Transport.open(TransportConfig.defaults().withSettingsOf(settings).withLinks(link))
                    .close();
        } catch (TransportException e) {
            throw new UnavailableException("this host lacks the link: " + e.getMessage());
        }
    }

    private Contestant local(String id, boolean twoRuntimes) {
        List<String> words = new ArrayList<>(List.of(Boolean.toString(twoRuntimes)));
        words.addAll(numbers.in(Doubles.Memory.HEAP).toWords());
        return contestant(
                id,
                Wire.JVM,
                new JvmProgram(LocalSide.class, true, words, jvmArguments, Map.of(), null));
    }

    private static Contestant contestant(String id, Wire wire, Contestant.Starter starter) {
        return new Contestant(
                id,
                NAME + id,
                wire,
                true,
                EnumSet.allOf(Measurement.class),
                Integer.MAX_VALUE,
                false,
                starter);
    }
}
