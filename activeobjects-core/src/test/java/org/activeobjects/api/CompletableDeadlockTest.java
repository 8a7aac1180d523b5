package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.wrapper.StringWrapper;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Active objects that wait for each other's results as futures of the JDK's. */
@Timeout(60)
class CompletableDeadlockTest {

    private NodeRuntime here;
    private NodeRuntime there;

    /** Asks another one for its name, in one of the ways in which one can wait. */
    public static class Asker {

        private Asker other;

        public StringWrapper knows(Asker newOther) {
            other = newOther;
            return new StringWrapper("");
        }

        public String owner() {
            return "Ada";
        }

        public CompletableFuture<String> name() {
            return CompletableFuture.completedFuture("Ada");
        }

        public CompletableFuture<String> relayedName() {
            return other.name();
        }

        public StringWrapper wrapped() {
            return new StringWrapper("Ada");
        }

        /** Waits for what only the one can give that waits for this. */
        public CompletableFuture<String> askedBack(String way) {
            return CompletableFuture.completedFuture(wait(way));
        }

        public StringWrapper ask(String way) {
            return new StringWrapper(other.askedBack(way).join());
        }

        private String wait(String way) {
            return switch (way) {
                case "join" -> other.name().join();
                case "get" -> got(other.name());
                case "relayed" -> other.relayedName().join();
                case "async" -> PAFuture.async(() -> other.owner()).join();
                case "bridge" ->
                        PAFuture.toCompletableFuture(other.wrapped()).join().getStringValue();
                case "waitFor" -> {
                    CompletableFuture<String> name = other.name();
                    PAFuture.waitFor(name);
                    yield name.join();
                }
                case "waitForAll" -> {
                    CompletableFuture<String> name = other.name();
                    PAFuture.waitForAll(List.of(name, other.name()));
                    yield name.join();
                }
                case "orTimeout" -> other.name().orTimeout(1500, TimeUnit.MILLISECONDS).join();
                case "completeOnTimeout" ->
                        other.name().completeOnTimeout("Eve", 1500, TimeUnit.MILLISECONDS).join();
                default -> throw new IllegalArgumentException(way);
            };
        }

        private static String got(CompletableFuture<String> name) {
            try {
                return name.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }

        /** An interrupt means what it means elsewhere. */
        public StringWrapper interrupted() {
            CompletableFuture<String> name = other.askedBackLater();
            Thread.currentThread().interrupt();
            try {
                return new StringWrapper(name.get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new StringWrapper(name.join() + " after an interrupt");
            } catch (ExecutionException e) {
                return new StringWrapper("failed");
            }
        }

        /** Is there as soon as others are served after its caller. */
        public CompletableFuture<String> askedBackLater() {
            return new CompletableFuture<String>()
                    .completeOnTimeout("Ada", 100, TimeUnit.MILLISECONDS);
        }
    }

    @BeforeEach
    void openBothWithFailures() {
        here = FailingRuntimes.open();
        there = FailingRuntimes.open();
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private Asker pair(boolean isRemote) {
        Node node = isRemote ? here.connect(there.card()) : here.node();
        Asker first = PAActiveObject.newActive(Asker.class);
        Asker second = PAActiveObject.newActive(Asker.class, new Object[0], node);
        assertThat(first.knows(second).getStringValue()).isEmpty();
        assertThat(second.knows(first).getStringValue()).isEmpty();
        return first;
    }

    @ParameterizedTest(name = "{0}, other runtime {1}")
    @CsvSource({
        "join, false",
        "join, true",
        "get, true",
        "relayed, true",
        "async, false",
        "async, true",
        "bridge, false",
        "bridge, true",
        "waitFor, true",
        "waitForAll, true"
    })
    void whoWaitsForOneThatWaitsForHimIsTold(String way, boolean isRemote) {
        Asker first = pair(isRemote);

        Throwable thrown = catchThrowable(() -> first.ask(way).getStringValue());

        assertThat(Stream.iterate(thrown, Objects::nonNull, Throwable::getCause))
                .filteredOn(DeadlockException.class::isInstance)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("Asker#1.ask waits for the awaited result of Asker#")
                .hasMessageMatching(
                        "(?s).*Asker#\\d+\\.askedBack waits for the awaited result of .*");
    }

    @Test
    void aWaitThatATimerBreaksIsNone() {
        Asker first = pair(false);

        assertThat(first.ask("completeOnTimeout").getStringValue()).isEqualTo("Eve");
        assertThatThrownBy(() -> first.ask("orTimeout").getStringValue())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(TimeoutException.class);
    }

    @ParameterizedTest(name = "other runtime {0}")
    @ValueSource(booleans = {false, true})
    void whoKeepsAResultDoesNotKeepTheCall(boolean isRemote) {
        Asker first = pair(isRemote);
        List<CompletableFuture<?>> kept =
                List.of(
                        first.askedBackLater(),
                        PAFuture.toCompletableFuture(first.wrapped()),
                        PAFuture.async(first::owner));

        CompletableFuture.allOf(kept.toArray(CompletableFuture[]::new)).join();

        await().untilAsserted(() -> assertThat(kept).extracting("source").containsOnlyNulls());
    }

    @Test
    void anInterruptEndsGetAndNotJoin() {
        Asker first = pair(false);

        assertThat(first.interrupted().getStringValue()).isEqualTo("Ada after an interrupt");
    }
}
