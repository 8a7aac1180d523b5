package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.testing.NodeProcess;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.DoubleWrapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.Buffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM without a single flag: stubs and codec work there, and nothing is printed. */
@Tag("system")
class CodecQuietSystemTest {

    static class Greeter {
        private final String name;

        Greeter(String name) {
            this.name = name;
        }

        String greet() {
            return "hello " + name;
        }
    }

    static final class Main {

        private Main() {}

        public static void main(String[] arguments) {
            Codec codec = CodecTesting.codecFor(Greeter.class);
            Greeter copy = (Greeter) CodecTesting.roundTrip(codec, new Greeter("world"));
            Greeter stub = StubFactory.create(Greeter.class, (m, a) -> m.invoke(copy, a));
            Object thrown = CodecTesting.roundTrip(codec, new IllegalStateException("x"));
            Object list = CodecTesting.roundTrip(codec, new ArrayList<>(List.of(1, 2)));
            System.out.println(stub.greet() + " " + thrown + " " + list);
            long same =
                    CodecJdkTypesTest.valuesThatAreEqualToTheirCopies()
                            .filter(value -> isSame(codec, value))
                            .count();
            System.out.println("values that arrive the same=" + same);
            List<String> others =
                    othersOfTheJdk()
                            .filter(value -> !keepsItsClass(value))
                            .map(value -> value.getClass().getName())
                            .toList();
            System.out.println("others that change their class=" + others);
            System.out.println("kryo.unsafe=" + System.getProperty("kryo.unsafe"));
        }
    }

    /** Two runtimes, and an object of each that calls the other. */
    static final class TalkMain {

        private TalkMain() {}

        public static void main(String[] arguments) {
            try (NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
                    NodeRuntime there = NodeRuntime.open(TransportConfig.defaults())) {
                here.makeDefault();
                Node far = here.connect(there.card());
                Object[] none = {};
                Talker near = PAActiveObject.newActive(Talker.class, none, here.node());
                Talker other = PAActiveObject.newActive(Talker.class, none, far);
                System.out.println(
                        near.sum(other, new double[100_000]).getDoubleValue()
                                + " "
                                + other.sum(near, new double[100_000]).getDoubleValue());
            }
        }
    }

    /** An active object. */
    public static class Talker {

        public DoubleWrapper sum(Talker other, double[] numbers) {
            return other == null
                    ? new DoubleWrapper(numbers.length)
                    : new DoubleWrapper(1 + other.sum(null, numbers).getDoubleValue());
        }
    }

    /** What has no equals that would tell. */
    private static Stream<Object> othersOfTheJdk() {
        try {
            return Stream.of(
                            Stream.of(
                                    Pattern.compile("a*"),
                                    new AtomicInteger(1),
                                    new AtomicLong(2),
                                    new AtomicBoolean(true),
                                    new AtomicReference<>("x"),
                                    new LongAdder(),
                                    new StringBuilder("b"),
                                    new Random(1),
                                    new ReentrantLock(),
                                    new Semaphore(1),
                                    new SQLException("x", "42000", 7),
                                    new NoSuchFileException("file")),
                            CodecJdkTypesTest.addresses(),
                            CodecSerializableTest.values(),
                            CodecConcurrentTest.queues(),
                            CodecBuffersTest.buffers(),
                            CodecComparatorsTest.ordersOfUsers()
                                    .map(arguments -> arguments.get()[0]))
                    .flatMap(values -> values);
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean keepsItsClass(Object value) {
        Codec codec =
                CodecTesting.codecFor(
                        CodecComparatorsTest.class,
                        CodecComparatorsTest.User.class,
                        CodecComparatorsTest.Both.class);
        return Stream.of(CodecTesting.roundTrip(codec, value), codec.copy(value, "call"))
                .allMatch(
                        copy ->
                                value instanceof Buffer
                                        ? copy.equals(value) // views become buffers of their own
                                        : copy.getClass() == value.getClass());
    }

    private static boolean isSame(Codec codec, Object value) {
        return isSame(CodecTesting.roundTrip(codec, value), value)
                && isSame(codec.copy(value, "call"), value);
    }

    private static boolean isSame(Object copy, Object value) {
        return copy.equals(value) || copy.toString().equals(value.toString());
    }

    @Test
    @Timeout(60)
    void everyTypeOfTheJdkArrivesAndNothingIsPrintedInAJvmWithoutFlags(@TempDir Path logs) {
        long values = CodecJdkTypesTest.valuesThatAreEqualToTheirCopies().count();
        try (NodeProcess process = start(logs, Main.class)) {
            assertThat(process.awaitExit(Duration.ofSeconds(50))).isZero();
            assertThat(process.output().lines())
                    .containsExactly(
                            "---- quiet", // put around by the harness
                            "hello world java.lang.IllegalStateException: x [1, 2]",
                            "values that arrive the same=" + values,
                            "others that change their class=[]",
                            "kryo.unsafe=null",
                            "----");
        }
    }

    @Test
    @Timeout(60)
    void activeObjectsOfTwoRuntimesTalkAndNothingIsPrintedInAJvmWithoutFlags(@TempDir Path logs) {
        try (NodeProcess process = start(logs, TalkMain.class)) {
            assertThat(process.awaitExit(Duration.ofSeconds(50))).isZero();
            assertThat(process.output().lines())
                    .containsExactly("---- quiet", "100001.0 100001.0", "----");
        }
    }

    private static NodeProcess start(Path logs, Class<?> main) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // A logging API without a provider, which the tools of the tests bring, says so itself.
        String classPath =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> !entry.contains("slf4j-api"))
                        .collect(Collectors.joining(File.pathSeparator));
        List<String> command = List.of(java, "-cp", classPath, main.getName());
        return NodeProcess.startCommand(logs, "quiet", Map.of(), command);
    }
}
