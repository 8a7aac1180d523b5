package org.activeobjects.transport.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.error.ObjectCodecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

class JavaObjectCodecTest {

    private final JavaObjectCodec codec = JavaObjectCodec.allowing();

    record Secret(int value) implements Serializable {}

    enum Colour {
        RED,
        GREEN
    }

    static List<Object> values() {
        return List.of(
                "text",
                1,
                2L,
                3.5,
                'c',
                true,
                new BigDecimal("1.50"),
                Instant.EPOCH,
                LocalDate.of(2020, 2, 29),
                Duration.ofSeconds(5),
                UUID.fromString("00000000-0000-0001-0000-000000000002"),
                List.of(1, 2, 3),
                Set.of("one"),
                Map.of("key", List.of("value")),
                new ArrayList<>(List.of(1.0, 2.0)),
                new TreeMap<>(Map.of(2, "b", 1, "a")),
                new LinkedHashSet<>(List.of(9, 8)),
                BitSet.valueOf(new long[] {5}),
                java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesAndCollectionsOfTheJdkNeedNoPermission(Object value) {
        assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }

    @Test
    void arraysOfWhatIsAllowedAreAllowed() {
        assertThat((int[][]) codec.decode(codec.encode(new int[][] {{1}, {2, 3}})))
                .isDeepEqualTo(new int[][] {{1}, {2, 3}});
        assertThat((String[]) codec.decode(codec.encode(new String[] {"a"}))).containsExactly("a");
        assertThatThrownBy(() -> codec.decode(codec.encode(new Secret[0])))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=" + Secret.class.getName());
    }

    @Test
    void whatIsNotAllowedIsRefusedAlsoDeepWithin() {
        byte[] bytes = codec.encode(new HashMap<>(Map.of("a", List.of(new Secret(1)))));
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("objects.allow=" + Secret.class.getName());
        assertThatThrownBy(() -> codec.decode(codec.encode(new PriorityQueue<>(List.of(1)))))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=java.util.PriorityQueue");
    }

    @Test
    void patternsNameAClassAPackageOrAllBelowIt() {
        Secret secret = new Secret(7);
        byte[] bytes = codec.encode(secret);
        String name = Secret.class.getName();
        for (String setting :
                List.of(
                        name,
                        "org.activeobjects.transport.object.*",
                        "x.Y , org.activeobjects.**")) {
            assertThat(JavaObjectCodec.ofSetting(setting).decode(bytes)).isEqualTo(secret);
        }
        for (String setting : List.of("org.activeobjects.*", name + "s", "org.activeobjects.t")) {
            assertThatThrownBy(() -> JavaObjectCodec.ofSetting(setting).decode(bytes))
                    .isInstanceOf(ObjectCodecException.class);
        }
    }

    @Test
    void enumsNeedPermissionToo() {
        byte[] bytes = codec.encode(EnumSet.of(Colour.RED));
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("class=" + Colour.class.getName());
        assertThat(JavaObjectCodec.allowing(Colour.class.getName()).decode(bytes))
                .isEqualTo(EnumSet.of(Colour.RED));
    }

    @Test
    void bytesThatAreNoObjectAreRefused() {
        assertThatThrownBy(() -> codec.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("bytes=3");
        byte[] cut = codec.encode("a longer text");
        assertThatThrownBy(() -> codec.decode(java.util.Arrays.copyOf(cut, cut.length - 3)))
                .isInstanceOf(ObjectCodecException.class);
    }

    @Test
    void anObjectTooDeepIsRefused() {
        List<Object> deep = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        byte[] bytes = codec.encode(deep);
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(ObjectCodecException.class)
                .hasMessageContaining("too deep");
    }
}
