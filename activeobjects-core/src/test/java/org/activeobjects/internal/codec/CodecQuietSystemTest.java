package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.testing.NodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
            System.out.println("kryo.unsafe=" + System.getProperty("kryo.unsafe"));
        }
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
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command =
                List.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName());
        long values = CodecJdkTypesTest.valuesThatAreEqualToTheirCopies().count();
        try (NodeProcess process = NodeProcess.startCommand(logs, "quiet", Map.of(), command)) {
            assertThat(process.awaitExit(Duration.ofSeconds(50))).isZero();
            assertThat(process.output().lines())
                    .containsExactly(
                            "---- quiet", // put around by the harness
                            "hello world java.lang.IllegalStateException: x [1, 2]",
                            "values that arrive the same=" + values,
                            "kryo.unsafe=null",
                            "----");
        }
    }
}
