package org.activeobjects.internal.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** A crowd of deadlocks of one kind does not bury what else is in the log. */
class ReportsTest {

    private static final String KIND = "deadlock: A#1.m waits for B#2.m waits for A#1.m";

    private final Reports reports = new Reports();

    @Test
    void oneOfAKindIsToldInFullAndThenHowManyThereAre() {
        List<String> told =
                IntStream.rangeClosed(1, 1000)
                        .mapToObj(i -> reports.next(KIND + "\n    request " + i))
                        .filter(Objects::nonNull)
                        .toList();

        assertThat(told).hasSize(4);
        assertThat(told.getFirst()).isEqualTo(KIND + "\n    request 1");
        assertThat(told.subList(1, 4))
                .allMatch(text -> text.startsWith(KIND + "\n    with other requests"));
        assertThat(told.get(3)).endsWith("deadlocks=1000");
    }

    @Test
    void otherKindsAreToldInFull() {
        assertThat(reports.next(KIND)).isEqualTo(KIND);
        assertThat(reports.next("deadlock: C")).isEqualTo("deadlock: C");
        assertThat(reports.next(KIND)).isNull();
    }

    @Test
    void whatIsKeptOfKindsIsBounded() {
        String first = "deadlock: 0";
        IntStream.range(0, 1000).forEach(i -> reports.next("deadlock: " + i));

        assertThat(reports.next(first)).isEqualTo(first);
    }
}
