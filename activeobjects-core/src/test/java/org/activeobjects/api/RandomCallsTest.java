package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.Worker.Refusal;
import org.activeobjects.api.Worker.Task;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Programs drawn at random: active objects of several runtimes that call each other, pass futures
 * and failures on, create others and move meanwhile, for several threads at once. Each result is
 * that of the same task done by one thread, and each object gets the calls of each other one in
 * their order.
 */
@Timeout(120)
class RandomCallsTest {

    private static final int PLACES = 3;
    private static final int LEVELS = 4;
    private static final int WIDTH = 2; // workers of one level
    private static final int CLIENTS = 3;
    private static final int TASKS = 25; // of one client
    private static final int AT_ONCE = 5;
    private static final long PATIENCE_MS = 60_000;

    private final List<NodeRuntime> runtimes = new ArrayList<>();

    @AfterEach
    void close() {
        runtimes.reversed().forEach(NodeRuntime::close);
    }

    @ParameterizedTest
    @CsvSource({"1, local", "2, shm", "3, tcp", "4, netty"})
    void haveTheResultsOfOneThreadAndKeepTheOrderOfEachCaller(long seed, String link)
            throws Exception {
        Worker.OVERTAKEN.clear();
        Random random = new Random(seed);
        List<Worker> workers = open(random, link);
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Random own = new Random(random.nextLong());
            clients.add(
                    CompletableFuture.runAsync(
                            () -> ask(workers, own), Thread.ofPlatform().daemon()::start));
        }
        for (CompletableFuture<Void> client : clients) {
            client.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
        assertThat(Worker.OVERTAKEN).isEmpty();
    }

    private List<Worker> open(Random random, String link) {
        TransportConfig config = TransportConfig.defaults().withLinks(link);
        for (int i = 0; i < PLACES; i++) {
            runtimes.add(NodeRuntime.open(config));
        }
        NodeRuntime first = runtimes.getFirst();
        first.makeDefault();
        List<Node> nodes = new ArrayList<>();
        for (NodeRuntime runtime : runtimes) {
            nodes.add(runtime == first ? first.node() : first.connect(runtime.card()));
        }
        List<Worker> workers = new ArrayList<>();
        List<Worker> adders = new ArrayList<>();
        for (int i = 0; i < LEVELS * WIDTH; i++) {
            workers.add(create(nodes.get(random.nextInt(PLACES))));
            adders.add(create(nodes.get(random.nextInt(PLACES))));
        }
        List<String> places = runtimes.stream().map(runtime -> runtime.node().url()).toList();
        Worker.Team team = new Worker.Team(workers, adders, places);
        for (int i = 0; i < workers.size(); i++) {
            assertThat(workers.get(i).join(i, team)).isTrue();
        }
        return workers;
    }

    private static Worker create(Node node) {
        return PAActiveObject.newActive(Worker.class, new Object[0], node);
    }

    private record Asked(Task task, IntWrapper result) {

        void check() {
            try {
                int given = PAFuture.getFutureValue(result, PATIENCE_MS).getIntValue();
                assertThat(given).as("%s", task).isEqualTo(Worker.resultOf(task));
            } catch (Refusal e) {
                assertThat(refusalOf(task)).as("%s", task).isEqualTo(e.code());
            }
        }

        private static int refusalOf(Task task) {
            try {
                Worker.resultOf(task);
                return 0;
            } catch (Refusal e) {
                return e.code();
            }
        }
    }

    private static void ask(List<Worker> workers, Random random) {
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            Task task = drawTask(0, random);
            asked.add(new Asked(task, workers.get(drawWorker(0, random)).work(task)));
            if (asked.size() == AT_ONCE) {
                asked.remove(random.nextInt(AT_ONCE)).check();
            }
        }
        asked.forEach(Asked::check);
    }

    private static int drawWorker(int level, Random random) {
        return level * WIDTH + random.nextInt(WIDTH);
    }

    /** A task for a worker of a level, with parts for those of the next one. */
    private static Task drawTask(int level, Random random) {
        if (level == LEVELS - 1) {
            return drawNumber(random);
        }
        return switch (random.nextInt(12)) {
            case 0 -> drawNumber(random);
            case 1, 2 -> drawPart(level, random);
            case 3 -> new Task.Hire(random.nextInt(PLACES), drawTask(level, random));
            case 4, 5 -> new Task.Move(random.nextInt(PLACES), drawTask(level, random));
            default -> {
                List<Task.Delegate> parts = new ArrayList<>();
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    parts.add(drawPart(level, random));
                }
                yield new Task.Split(parts, random.nextBoolean() ? drawWorker(level, random) : -1);
            }
        };
    }

    private static Task.Delegate drawPart(int level, Random random) {
        return new Task.Delegate(drawWorker(level + 1, random), drawTask(level + 1, random));
    }

    private static Task drawNumber(Random random) {
        return random.nextInt(6) == 0
                ? new Task.Refuse(1 + random.nextInt(9))
                : new Task.Give(random.nextInt(1000));
    }
}
