package org.activeobjects.benchmarks.calls;

import org.activeobjects.benchmarks.calls.side.CallLoop;
import org.activeobjects.benchmarks.calls.side.CallTest;
import org.activeobjects.benchmarks.calls.side.CallTiming;
import org.activeobjects.benchmarks.calls.side.OwnCalls;
import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.process.Cores;
import org.activeobjects.benchmarks.process.JvmProgram;
import org.activeobjects.benchmarks.process.Worker;
import org.activeobjects.transport.TransportConfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program's running JVMs for one test: one, or one that calls and one that is called.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CallTeam implements AutoCloseable {

    /** What Pekko needs: its queues are Agrona's; and it would say that there is no logger. */
    private static final List<String> FLAGS =
            List.of(
                    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "-Dslf4j.internal.verbosity=ERROR");

    /** Ranks of a job have their share of the cores for virtual threads. */
    private static final String SHARE = "-Djdk.virtualThreadScheduler.parallelism=";

    private final List<Worker> workers = new ArrayList<>();
    private Worker calling;

    private CallTeam() {}

    /** Starts and connects them. */
    static CallTeam start(Caller caller, CallTest test) {
        CallTeam team = new CallTeam();
        try {
            team.startAll(caller, test);
            return team;
        } catch (Team.TeamFailedException e) {
            team.close();
            throw e;
        }
    }

    private void startAll(Caller caller, CallTest test) {
        Map<String, String> environment =
                Map.of(
                        OwnCalls.JOB,
                        "bench-calls-" + ProcessHandle.current().pid(),
                        OwnCalls.SECRET,
                        TransportConfig.newSecret());
        if (test.isRemote()) {
            Worker called = start(CallLoop.SERVE, caller, test, List.of(), environment);
            List<String> announced = List.of(called.expect(CallLoop.LISTENING));
            calling = start(CallLoop.CALL, caller, test, announced, environment);
            calling.follow(called); // it waits for this one, however long
        } else {
            calling = start(CallLoop.CALL, caller, test, List.of(), environment);
        }
        calling.expect(CallLoop.READY);
    }

    private Worker start(
            String role,
            Caller caller,
            CallTest test,
            List<String> more,
            Map<String, String> environment) {
        List<String> command = new ArrayList<>(Cores.two());
        List<String> flags = new ArrayList<>(FLAGS);
        if (caller.ours() && test.isRemote()) {
            flags.add(SHARE + Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        }
        command.addAll(JvmProgram.javaCommand(caller.main(), flags));
        command.addAll(List.of(role, test.label(), caller.variant()));
        command.addAll(more);
        Worker worker = Worker.start(caller.name() + " " + role, command, environment);
        workers.add(worker);
        return worker;
    }

    /** One run. */
    CallTiming run(long calls) {
        calling.send(Long.toString(calls));
        return CallTiming.parse(calling.expect(CallLoop.TOOK));
    }

    @Override
    public void close() {
        workers.reversed().forEach(Worker::close);
    }
}
