package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Orders are arguments and results like others, in calls within a runtime and to another one. */
@Timeout(60)
class OrderedCallTest {

    /** A value that says itself how it is ordered. */
    public record User(String name, int age) {

        static final Comparator<User> BY_NAME =
                Comparator.comparing((Function<User, String> & Serializable) User::name);
    }

    /** Sorts. */
    public static class Sorter {

        public List<User> sort(List<User> users, Comparator<User> order) {
            return users.stream().sorted(order).toList();
        }

        public SortedMap<User, Integer> put(SortedMap<User, Integer> map, User user) {
            map.put(user, map.size());
            return map;
        }

        public Comparator<User> order() {
            return User.BY_NAME.reversed();
        }

        public StringWrapper first(List<Map.Entry<String, Integer>> all, Comparator<?> order) {
            return new StringWrapper(all.stream().min(of(order)).orElseThrow().getKey());
        }

        @SuppressWarnings("unchecked")
        private static Comparator<Map.Entry<String, Integer>> of(Comparator<?> order) {
            return (Comparator<Map.Entry<String, Integer>>) order;
        }
    }

    private static final User ADA = new User("Ada", 36);
    private static final User BOB = new User("Bob", 17);
    private static final User EVE = new User("Eve", 30);

    private NodeRuntime here;
    private NodeRuntime there;
    private List<Sorter> sorters;

    @BeforeEach
    void createOneHereAndOneThere() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        sorters = new ArrayList<>();
        for (Node node : new Node[] {here.node(), here.connect(there.card())}) {
            sorters.add(PAActiveObject.newActive(Sorter.class, new Object[0], node));
        }
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    @Test
    void anOrderIsAnArgumentAndAResult() {
        for (Sorter sorter : sorters) {
            List<User> users = List.of(EVE, ADA, BOB);

            assertThat(PAFuture.getFutureValue(sorter.sort(users, User.BY_NAME)))
                    .containsExactly(ADA, BOB, EVE);
            Comparator<User> reversed = PAFuture.getFutureValue(sorter.order());
            assertThat(users.stream().sorted(reversed)).containsExactly(EVE, BOB, ADA);
        }
    }

    @Test
    void anOrderComesWithItsMap() {
        for (Sorter sorter : sorters) {
            SortedMap<User, Integer> map = new TreeMap<>(User.BY_NAME.reversed());
            map.put(EVE, 0);
            map.put(ADA, 1);

            SortedMap<User, Integer> back = PAFuture.getFutureValue(sorter.put(map, BOB));

            assertThat(back.keySet()).containsExactly(EVE, BOB, ADA);
            assertThat(map).hasSize(2);
        }
    }

    @Test
    void ordersOfEntriesNeedNothingElse() {
        List<Map.Entry<String, Integer>> all = List.of(Map.entry("a", 2), Map.entry("b", 1));
        for (Sorter sorter : sorters) {
            assertThat(
                            sorter.first(all, Map.Entry.<String, Integer>comparingByValue())
                                    .getStringValue())
                    .isEqualTo("b");
            assertThat(
                            sorter.first(all, Map.Entry.<String, Integer>comparingByKey())
                                    .getStringValue())
                    .isEqualTo("a");
        }
    }

    @Test
    void aLambdaOfAClassThatNobodyNamedStaysWithinItsRuntime() {
        Comparator<User> byAge =
                Comparator.comparing((Function<User, Integer> & Serializable) User::age);

        assertThat(PAFuture.getFutureValue(sorters.getFirst().sort(List.of(ADA, BOB), byAge)))
                .containsExactly(BOB, ADA);
        assertThatThrownBy(() -> sorters.getLast().sort(List.of(ADA, BOB), byAge))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(".keyExtractor call=")
                .hasMessageContaining(
                        "start with -Dactiveobjects.codec.allow=org.activeobjects.api.");
    }
}
