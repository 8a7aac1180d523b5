package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What keys refer to counts as far as a walk goes through it when they are hashed; and a path tells
 * keys from values.
 */
@Timeout(60)
class CodecKeysTest {

    private static final int SIZE = 30;

    private final Codec codec = CodecTesting.codecFor(Node.class, Named.class, Kind.class);

    static class Node {
        Node right;
        Node down;
        Object held;
    }

    /** Walks through all that it refers to. */
    static class Named extends Node {
        @Override
        public int hashCode() {
            return 31 * (right == null ? 1 : right.hashCode())
                    + (down == null ? 1 : down.hashCode());
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    enum Kind {
        HELD;

        final List<String> texts = List.of("a");
    }

    private static List<Node> grid(boolean hashed) {
        Node[][] grid = new Node[SIZE][SIZE];
        for (int i = SIZE - 1; i >= 0; i--) {
            for (int k = SIZE - 1; k >= 0; k--) {
                grid[i][k] = hashed ? new Named() : new Node();
                grid[i][k].right = k + 1 < SIZE ? grid[i][k + 1] : null;
                grid[i][k].down = i + 1 < SIZE ? grid[i + 1][k] : null;
            }
        }
        return Arrays.stream(grid).flatMap(Arrays::stream).toList();
    }

    @Test
    void keysThatAreHashedByIdentityCountOnceWhateverTheyShare() {
        List<Node> nodes = grid(false);
        Map<Node, Object> map = new HashMap<>();
        nodes.forEach(node -> map.put(node, node));

        Set<?> set = (Set<?>) CodecTesting.roundTrip(codec, new HashSet<>(nodes));
        Map<?, ?> copy = (Map<?, ?>) CodecTesting.roundTrip(codec, map);
        Set<?> immutable = (Set<?>) CodecTesting.roundTrip(codec, Set.copyOf(nodes));

        assertThat(set).hasSameSizeAs(nodes);
        assertThat(immutable).hasSameSizeAs(nodes);
        copy.forEach((key, value) -> assertThat(key == value).isTrue());
    }

    @Test
    void aMapByIdentityHashesNothingThatItsKeysReferTo() {
        Map<Object, Object> map = new IdentityHashMap<>();
        grid(true).subList(0, 1).forEach(node -> map.put(new ArrayList<>(List.of(node)), node));

        assertThat((Map<?, ?>) CodecTesting.roundTrip(codec, map)).hasSize(1);
    }

    @Test
    void constantsAndArraysAreHashedByIdentity() {
        Node[] row = grid(false).toArray(new Node[0]);
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            map.put(row.clone(), Kind.HELD);
        }
        map.put(Kind.HELD, row);

        assertThat((Map<?, ?>) CodecTesting.roundTrip(codec, map)).hasSize(101);
    }

    static Stream<Arguments> unsendable() {
        Object bad = new Thread();
        Node key = new Node();
        key.held = bad;
        Map<Object, Object> ofNull = new HashMap<>();
        ofNull.put(null, bad);
        return Stream.of(
                Arguments.of(Map.of("k", bad), "[k]"),
                Arguments.of(Map.of(7L, bad), "[7]"),
                Arguments.of(new HashMap<>(Map.of(Kind.HELD, bad)), "[HELD]"),
                Arguments.of(ofNull, "[null]"),
                Arguments.of(new HashMap<>(Map.of(new Node(), bad)), "[value]"),
                Arguments.of(new HashMap<>(Map.of(key, "v")), "[key].held"),
                Arguments.of(Map.entry(key, 1), "[key].held"),
                Arguments.of(new AbstractMap.SimpleEntry<>("k", bad), "[value]"));
    }

    @ParameterizedTest
    @MethodSource("unsendable")
    void thePathTellsKeysAndValuesApart(Object held, String step) {
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.carry(codec, new Object[] {held}))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining(" path=value(Object[])[0]" + step + " call=");
        }
    }

    @Test
    void keysThatHashWhatTheyReferToCountEachTimeItIsMet() {
        List<Object> list = new ArrayList<>(List.of(grid(true).getFirst()));
        EncodedMessage message = CodecTesting.encode(codec, list);
        message.head()[1] = (byte) (JdkTypes.idOf(HashSet.class) + 2); // in the place of the list

        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("take too long to hash and compare");
    }
}
