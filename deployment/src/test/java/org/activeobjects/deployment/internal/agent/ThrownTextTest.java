package org.activeobjects.deployment.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrownTextTest {

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("on purpose");
        }
    }

    private static final class Silent extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Silent() {
            super("why");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void saysWhatJavaSays() {
        assertThat(ThrownText.message(new IllegalStateException("why")))
                .isEqualTo("java.lang.IllegalStateException: why");
        assertThat(ThrownText.trace(new IllegalStateException("why", new Error("deeper"))))
                .startsWith("java.lang.IllegalStateException: why")
                .contains("\tat " + ThrownTextTest.class.getName())
                .contains("Caused by: java.lang.Error: deeper");
    }

    @Test
    void theHeadlineIsTheFirstLineOfItsMessage() {
        assertThat(ThrownText.headline(new IllegalStateException("deadlock: a\n    at b\n")))
                .isEqualTo("java.lang.IllegalStateException: deadlock: a");
        assertThat(ThrownText.headline(new IllegalStateException("why")))
                .isEqualTo("java.lang.IllegalStateException: why");
    }

    @Test
    void anExceptionThatCannotTellItsMessageIsNamedWithItsPlace() {
        assertThat(ThrownText.message(new Mute()))
                .startsWith(Mute.class.getName() + " (it cannot be shown as a text")
                .contains("IllegalStateException");
        assertThat(ThrownText.trace(new Mute()))
                .startsWith(Mute.class.getName())
                .contains("\tat " + ThrownTextTest.class.getName());
    }

    @Test
    void oneThatTellsNothingIsNamedByItsClass() {
        assertThat(ThrownText.message(new Silent())).isEqualTo(Silent.class.getName() + ": why");
        assertThat(ThrownText.trace(new Silent()))
                .startsWith(Silent.class.getName())
                .contains("\tat a place that it does not tell");
    }

    @Test
    void whatIsTooLongIsCutAndSaysSo() {
        Throwable huge = new RuntimeException("x".repeat(5_000_000));

        assertThat(ThrownText.message(huge))
                .hasSizeLessThan(20_000)
                .endsWith("characters left out]");
        assertThat(ThrownText.trace(huge)).hasSizeLessThan(300_000);
    }
}
