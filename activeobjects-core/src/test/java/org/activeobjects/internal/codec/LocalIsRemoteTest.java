package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

import org.activeobjects.error.SerializationException;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a call within a JVM passes is what a call over a wire would pass, for any graph: the same
 * classes, the same contents, and shared where it was shared.
 *
 * <p>Every build tries the same graphs; {@code -Dactiveobjects.test.salt=NUMBER} tries others.
 */
class LocalIsRemoteTest {

    private static final int SALT = Integer.getInteger("activeobjects.test.salt", 0);

    private final Codec codec = CodecTesting.codecFor(GraphRecipe.userTypes());

    /** Steps that make a value, or have an older one refer to another. */
    @Provide
    Arbitrary<List<Integer>> recipes() {
        return Arbitraries.integers().map(step -> step ^ SALT).list().ofMaxSize(60);
    }

    private String local(Object graph) {
        try {
            return GraphText.of(codec.copy(graph, "Test.call"));
        } catch (SerializationException e) {
            return problemOf(e);
        }
    }

    private String remote(Object graph) {
        try {
            return GraphText.of(CodecTesting.roundTrip(codec, graph));
        } catch (SerializationException e) {
            return problemOf(e);
        }
    }

    /** The same problem at the same place. */
    private static String problemOf(SerializationException e) {
        String text = e.getMessage();
        return text.substring(text.indexOf(" class="));
    }

    @Property(tries = 2000, seed = "4711")
    void whatArrivesIsTheSameOverAWireAndWithinAJvm(@ForAll("recipes") List<Integer> recipe) {
        Object graph = GraphRecipe.make(recipe);

        String local = local(graph);

        assertThat(remote(graph)).isEqualTo(local);
        if (!local.contains("it refers to itself")) {
            assertThat(local).isEqualTo(GraphText.of(graph));
        }
    }

    @Example
    void aCircleThroughAMapOfAnEnumIsToldWithItsKey() {
        whatArrivesIsTheSameOverAWireAndWithinAJvm(List.of(441, -73, 1, 1, 94208, 1, 1, -609));
    }

    @Property(tries = 200, seed = "4712")
    void nothingThatCanChangeIsSharedWithTheCaller(@ForAll("recipes") List<Integer> recipe) {
        Object graph = GraphRecipe.make(recipe);
        Map<Object, Integer> theirs = new IdentityHashMap<>();
        Map<Object, Integer> ours = new IdentityHashMap<>();
        try {
            GraphText.of(codec.copy(graph, "Test.call"), theirs);
        } catch (SerializationException e) {
            return;
        }
        GraphText.of(graph, ours);

        for (Object object : theirs.keySet()) {
            if (ours.containsKey(object)) {
                assertThat(GraphRecipe.canChange(object)).as("%s", object.getClass()).isFalse();
            }
        }
    }

    @Property(tries = 200, seed = "4713")
    void whatCannotChangeIsNotCopied(@ForAll("recipes") @Size(max = 30) List<Integer> recipe) {
        Object value = GraphRecipe.makeImmutable(recipe);

        assertThat(codec.copy(value, "Test.call")).isSameAs(value);
    }
}
