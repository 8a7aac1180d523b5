package org.activeobjects.benchmarks.process;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Field;
import org.activeobjects.benchmarks.contest.Team;
import org.activeobjects.benchmarks.side.SideContext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A contestant whose sides are JVMs, all with the same flags.
 *
 * @param main class that runs a side
 * @param alone whether both sides run in one JVM
 * @param words further words of the command line of both sides
 * @param jvmArguments further flags of the JVMs
 * @param environment further variables
 * @param companion class of a process that both sides need besides; {@code null} if there is none.
 *     What it announces goes behind {@code words}
 */
public record JvmProgram(
        Class<?> main,
        boolean alone,
        List<String> words,
        List<String> jvmArguments,
        Map<String, String> environment,
        Class<?> companion)
        implements Contestant.Starter {

    private static final String LOG_LEVEL = "org.apache.logging.log4j.simplelog.level";

    private static final List<String> FLAGS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseG1GC",
                    "-XX:G1HeapRegionSize=4m", // so that an array of 1 MiB is one like others
                    "-XX:+UseTransparentHugePages",
                    "-XX:+UseSystemMemoryBarrier",
                    "-XX:+AlwaysPreTouch", // or fresh pages of the heap are what is measured
                    "-XX:-UsePerfData",
                    "-Xms512m",
                    "-Xmx1g",
                    "-Dlog4j2.loggerContextFactory="
                            + "org.apache.logging.log4j.simple.SimpleLoggerContextFactory",
                    "-D" + LOG_LEVEL + "=" + System.getProperty(LOG_LEVEL, "WARN"));

    /** Lists and maps are copied. */
    public JvmProgram {
        words = List.copyOf(words);
        jvmArguments = List.copyOf(jvmArguments);
        environment = Map.copyOf(environment);
    }

    /**
     * Two JVMs that need nothing special.
     *
     * @param main class that runs a side
     * @param words words of the command line of both sides
     * @return the program
     */
    public static JvmProgram of(Class<?> main, String... words) {
        return new JvmProgram(main, false, List.of(words), List.of(), Map.of(), null);
    }

    @Override
    public Team start(Field field) {
        WorkerTeam team = new WorkerTeam();
        try {
            List<String> own = new ArrayList<>(words);
            if (companion != null) {
                Worker helper = start("helper of " + main.getSimpleName(), companion, List.of());
                team.addHelper(helper);
                own.add(helper.expect(SideContext.LISTENING));
            }
            for (int pair = 0; pair < field.pairs(); pair++) {
                startPair(team, field, own);
            }
            team.awaitReady();
            return team;
        } catch (Team.TeamFailedException e) {
            team.close();
            throw e;
        }
    }

    private void startPair(WorkerTeam team, Field field, List<String> own) {
        Worker leader = start(field, own, 0, List.of());
        team.addLeader(leader);
        if (!alone) {
            List<String> announced = List.of(leader.expect(SideContext.LISTENING).split(" "));
            team.addFollower(start(field, own, 1, announced));
        }
    }

    private Worker start(Field field, List<String> own, int side, List<String> fromLeader) {
        List<String> command = new ArrayList<>();
        command.addAll(field.pinned() && !alone ? Cores.one(side) : Cores.two());
        command.addAll(java(main));
        command.addAll(SideContext.toWords(side == 0, field.maxBytes(), own, fromLeader));
        return Worker.start(main.getSimpleName() + " " + side, command, environment);
    }

    private Worker start(String name, Class<?> helper, List<String> arguments) {
        List<String> command = new ArrayList<>(Cores.two());
        command.addAll(java(helper));
        command.addAll(arguments);
        return Worker.start(name, command, environment);
    }

    private List<String> java(Class<?> mainClass) {
        return javaCommand(mainClass, jvmArguments);
    }

    /**
     * The words that start a JVM as all contestants have it.
     *
     * @param mainClass class that runs
     * @param jvmArguments further flags
     * @return words for {@link ProcessBuilder}, to be followed by arguments
     */
    public static List<String> javaCommand(Class<?> mainClass, List<String> jvmArguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(mainClass.getName());
        return command;
    }
}
