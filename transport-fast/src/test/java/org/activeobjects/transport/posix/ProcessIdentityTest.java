package org.activeobjects.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

@Timeout(30)
class ProcessIdentityTest {

    private final ProcessIdentity self = current();

    private static ProcessIdentity current() {
        try {
            return ProcessIdentity.current();
        } catch (IOException e) {
            throw new AssertionError("/proc is missing", e);
        }
    }

    @Test
    void readsBackWhatItWrites() {
        assertThat(ProcessIdentity.parse(self.text())).contains(self);
        assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1-2", "1-2-3-4", "-1-2-3", "1-2-x", "9999999999999999999-1-1"})
    void readsNothingElse(String text) {
        assertThat(ProcessIdentity.parse(text)).isEmpty();
    }

    @Test
    void tellsALivingProcessFromALaterOneWithItsNumber() throws IOException {
        assertThat(self.isDead()).isFalse();
        assertThat(
                        new ProcessIdentity(self.namespace(), self.pid(), self.startTicks() - 1)
                                .isDead())
                .isTrue();
    }

    @Test
    void knowsAProcessThatHasEnded() throws Exception {
        Process process = new ProcessBuilder("true").start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(new ProcessIdentity(self.namespace(), process.pid(), self.startTicks()).isDead())
                .isTrue();
    }

    /** Such a process has written down a start that nobody here sees. */
    @Test
    void countsAProcessOfAnotherTimeNamespaceAsAliveUntilItHasEnded() throws Exception {
        Process process =
                new ProcessBuilder("unshare", "--time", "--boottime", "10000", "--fork", "cat")
                        .start();
        try {
            Awaitility.await().until(() -> process.children().count() == 1 || !process.isAlive());
            assumeTrue(process.isAlive(), "time namespaces cannot be made here");
            ProcessHandle child = process.children().findAny().orElseThrow();
            ProcessIdentity seenThere =
                    new ProcessIdentity(self.namespace(), child.pid(), self.startTicks() + 1);
            assertThat(seenThere.isDead()).isFalse();

            child.destroyForcibly();
            child.onExit().get(20, TimeUnit.SECONDS);
            assertThat(seenThere.isDead()).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void countsAProcessOfAnotherNamespaceAsAlive() throws IOException {
        assertThat(new ProcessIdentity(1, self.pid(), 1).isDead()).isFalse();
    }
}
