package org.activeobjects.deployment.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.deployment.internal.protocol.ControlLine;
import org.activeobjects.deployment.internal.protocol.ControlLine.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class LauncherLinkTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    private LauncherLink open(String lines, Duration overdue) {
        return open(lines, () -> {}, overdue);
    }

    private LauncherLink open(String lines, Runnable dump, Duration overdue) {
        return open(
                new ByteArrayInputStream(lines.getBytes(StandardCharsets.US_ASCII)), dump, overdue);
    }

    private LauncherLink open(InputStream in, Runnable dump, Duration overdue) {
        return LauncherLink.open(
                in,
                new SharedErrors(told, StandardCharsets.US_ASCII),
                "token",
                dump,
                overdue,
                () -> lost.complete(null));
    }

    @Test
    void aLauncherThatGoesBeforeTheEndIsLostAtOnce() throws Exception {
        var _ = open("", NEVER);

        lost.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aLauncherThatCannotBeReadIsLostToo() throws Exception {
        InputStream broken =
                new InputStream() {
                    @Override
                    public int read() {
                        throw new OutOfMemoryError("of the test");
                    }
                };

        var _ = open(broken, () -> {}, NEVER);

        lost.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aRankThatRunsOnAfterTheEndHasTheTimeThatItIsGiven() throws Exception {
        long begin = System.nanoTime();
        LauncherLink link = open(ControlLine.of(Verb.END).encode() + "\n", Duration.ofMillis(300));

        link.awaitEnd();
        lost.get(30, TimeUnit.SECONDS);

        assertThat(System.nanoTime() - begin).isGreaterThan(Duration.ofMillis(300).toNanos());
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoWaitsForTheOtherRanksIsToldThatTheJobIsOver() {
        LauncherLink link = open(ControlLine.of(Verb.END).encode() + "\n", NEVER);

        assertThat(link.awaitRanks()).isEmpty();
    }

    @Test
    void whoWaitsForTheOtherRanksHasTheirCardsAlsoIfTheJobEndsNext() {
        ControlLine ranks = ControlLine.of(Verb.RANKS, "one", "two");
        String end = ControlLine.of(Verb.END).encode();

        assertThat(open(ranks.encode() + "\n" + end + "\n", NEVER).awaitRanks()).hasValue(ranks);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aRankHearsOfTheEndAlsoIfItCouldNotWriteWhatGoesOn() {
        String dump = ControlLine.of(Verb.DUMP).encode();
        String end = ControlLine.of(Verb.END).encode();
        Runnable tooMuch =
                () -> {
                    throw new OutOfMemoryError("of the test");
                };

        assertThat(open(dump + "\n" + end + "\n", tooMuch, NEVER).awaitRanks()).isEmpty();
        assertThat(told.toString(StandardCharsets.US_ASCII)).isEqualTo("\u0001token DUMPED\n");
    }
}
