package org.activeobjects.testing;

import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import java.time.Duration;

/**
 * Lets every test look at once for what it waits for, and then at growing intervals: by itself,
 * Awaitility looks after a tenth of a second for the first time, and then ten times a second. And
 * none gives up after ten seconds, in which a host that is short of cores may not come to it.
 *
 * <p><b>Threading:</b> JUnit calls it once, before the first test; {@code ServiceLoader} finds it.
 */
public final class QuickPolling implements LauncherSessionListener {

    private static final Duration FIRST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** For {@code ServiceLoader}. */
    public QuickPolling() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(
                IterativePollInterval.iterative(QuickPolling::longer, FIRST));
    }

    private static Duration longer(Duration interval) {
        Duration twice = interval.multipliedBy(2);
        return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
}
