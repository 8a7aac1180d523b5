package org.activeobjects.benchmarks.external;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Contestant.UnavailableException;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.contest.Team.TeamFailedException;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.process.CpuClock;
import org.activeobjects.benchmarks.process.Worker;
import org.activeobjects.benchmarks.process.WorkerTeam;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.benchmarks.side.Order;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Open MPI in several settings, with a program in C that does what the Java programs do. */
public final class OpenMpi {

    private static final String SOURCE = "/c/p2p_mpi.c";
    private static final String PIDS = "PIDS";

    private OpenMpi() {}

    /**
     * Open MPI as it comes, without its single copy by system call (which is faster on small
     * hosts), and over TCP.
     *
     * @param rewrites whether the numbers are written anew before each send
     * @return one contestant each
     */
    public static List<Contestant> all(boolean rewrites) {
        return List.of(
                contestant(
                        rewrites, "openmpi-default", "Open MPI default", Wire.MEMORY, "self,vader"),
                contestant(
                        rewrites,
                        "openmpi-tuned",
                        "Open MPI tuned",
                        Wire.MEMORY,
                        "self,vader",
                        "--mca",
                        "btl_vader_single_copy_mechanism",
                        "none"),
                contestant(rewrites, "openmpi-tcp", "Open MPI tcp", Wire.TCP, "self,tcp"));
    }

    private static Contestant contestant(
            boolean rewrites, String id, String name, Wire wire, String layers, String... more) {
        List<String> settings = new ArrayList<>();
        settings.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", layers));
        settings.addAll(List.of(more));
        return new Contestant(
                id,
                name,
                wire,
                false,
                EnumSet.allOf(Measurement.class),
                Integer.MAX_VALUE,
                true,
                field -> start(name, settings, field, rewrites));
    }

    private static Team start(String name, List<String> settings, Field field, boolean rewrites)
            throws UnavailableException {
        if (Cores.onPath("mpicc").isEmpty() || Cores.onPath("mpirun").isEmpty()) {
            throw new UnavailableException(
                    "Open MPI is not installed; apt-get install gcc openmpi-bin libopenmpi-dev");
        }
        Path folder = null;
        try {
            folder = Files.createTempDirectory("ao-bench-mpi");
            List<String> command = new ArrayList<>();
            command.addAll(List.of("mpirun", "--allow-run-as-root", "--oversubscribe"));
            command.addAll(List.of("--bind-to", field.pinned() ? "core" : "none"));
            command.addAll(List.of("-np", Integer.toString(field.sides())));
            command.addAll(settings);
            command.add(compile(folder).toString());
            command.add(Integer.toString(field.maxBytes()));
            command.add(rewrites ? "1" : "0");
            return new Running(Worker.start(name, command, Map.of()));
        } catch (IOException e) {
            throw new TeamFailedException("cannot prepare the program for Open MPI", e);
        } finally {
            // Its processes run by now, and nobody would delete it if a signal ended this one.
            delete(folder);
        }
    }

    private static Path compile(Path folder) throws IOException {
        Path source = folder.resolve("p2p_mpi.c");
        try (InputStream in = OpenMpi.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new TeamFailedException("missing on the class path: " + SOURCE);
            }
            Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
        }
        Path program = folder.resolve("p2p_mpi");
        List<String> command =
                List.of(
                        "mpicc",
                        "-O3",
                        "-march=native",
                        "-o",
                        program.toString(),
                        source.toString());
        int exitCode = new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue();
        if (exitCode != 0) {
            throw new TeamFailedException(
                    "cannot compile: command=" + command + " exitCode=" + exitCode);
        }
        return program;
    }

    private static void delete(Path folder) {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            // a temporary folder more or less
        }
    }

    /** mpirun, which passes orders on to process 0. */
    private static final class Running implements Team {

        private final Worker mpirun;
        private final List<Long> pids;

        Running(Worker mpirun) {
            this.mpirun = mpirun;
            this.pids = Stream.of(mpirun.expect(PIDS).split(" ")).map(Long::parseLong).toList();
            mpirun.expect(Order.READY);
        }

        @Override
        public Timing run(Order order) {
            long before = CpuClock.read(pids);
            mpirun.send(order.toLine());
            long ns = Long.parseLong(mpirun.expect(Order.ELAPSED));
            return new Timing(ns, WorkerTeam.timedShare(order, before, CpuClock.read(pids)));
        }

        @Override
        public void close() {
            mpirun.close();
        }
    }
}
