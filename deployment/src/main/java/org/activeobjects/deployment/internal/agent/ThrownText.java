package org.activeobjects.deployment.internal.agent;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What was thrown, as text of bounded length, also where its own methods throw in turn: the
 * launcher must hear of a failure whatever it is.
 */
final class ThrownText {

    private static final int MAX_MESSAGE_LENGTH = 16 * 1024;
    private static final int MAX_TRACE_LENGTH = 256 * 1024;

    private ThrownText() {}

    /** Its class and its message. */
    static String message(Throwable thrown) {
        String text;
        try {
            text = thrown.toString();
        } catch (RuntimeException | Error second) {
            text = withoutMessage(thrown, second);
        }
        return cut(String.valueOf(text), MAX_MESSAGE_LENGTH);
    }

    /** The first line of that, for where the trace follows, which has them all. */
    static String headline(Throwable thrown) {
        return message(thrown).lines().findFirst().orElse("");
    }

    /** Its stack trace and those of its causes. */
    static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException | Error second) {
            text = new StringWriter();
            text.append(withoutMessage(thrown, second)).append(System.lineSeparator());
            appendStack(thrown, text);
        }
        return cut(text.toString(), MAX_TRACE_LENGTH);
    }

    private static void appendStack(Throwable thrown, StringWriter text) {
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                text.append("\tat ").append(frame.toString()).append(System.lineSeparator());
            }
        } catch (RuntimeException | Error third) {
            text.append("\tat a place that it does not tell").append(System.lineSeparator());
        }
    }

    private static String withoutMessage(Throwable thrown, Throwable second) {
        return thrown.getClass().getName()
                + " (it cannot be shown as a text, which ended with "
                + second.getClass().getName()
                + ")";
    }

    private static String cut(String text, int max) {
        return text.length() <= max
                ? text
                : "%s [cut, %s characters left out]"
                        .formatted(text.substring(0, max), text.length() - max);
    }
}
