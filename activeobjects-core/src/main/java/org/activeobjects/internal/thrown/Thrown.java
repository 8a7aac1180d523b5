package org.activeobjects.internal.thrown;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Looks at exceptions of users' classes, whose methods may be overridden, and throw in turn: an
 * exception has to reach who waits for it whatever its class is like.
 */
public final class Thrown {

    private static final StackTraceElement[] NO_STACK = {};

    private static final int MAX_TRACE = 16 * 1024;

    private Thrown() {}

    /**
     * What it says of itself.
     *
     * @param thrown any exception
     * @return as its {@code toString}, or the name of its class if that throws
     */
    public static String textOf(Throwable thrown) {
        String text = ask(thrown::toString);
        return text == null ? thrown.getClass().getName() + " (which has no text)" : text;
    }

    /**
     * Its message.
     *
     * @param thrown any exception
     * @return the message; {@code null} if it has none, or does not tell
     */
    public static String messageOf(Throwable thrown) {
        return ask(thrown::getMessage);
    }

    /**
     * Its cause.
     *
     * @param thrown any exception
     * @return the cause; {@code null} if it has none, or does not tell
     */
    public static Throwable causeOf(Throwable thrown) {
        return ask(thrown::getCause);
    }

    /**
     * Its stack.
     *
     * @param thrown any exception
     * @return the lines, none if it does not tell
     */
    public static StackTraceElement[] stackOf(Throwable thrown) {
        StackTraceElement[] stack = ask(thrown::getStackTrace);
        boolean whole = stack != null && Arrays.stream(stack).allMatch(Objects::nonNull);
        return whole ? stack : NO_STACK;
    }

    /**
     * Gives it another stack, if it takes one.
     *
     * @param thrown any exception
     * @param stack the lines
     */
    public static void setStack(Throwable thrown, StackTraceElement[] stack) {
        var _ =
                ask(
                        () -> {
                            thrown.setStackTrace(stack);
                            return null;
                        });
    }

    /**
     * A line in a stack that tells where the lines below it come from; it prints as {@code ----
     * WHAT ...(below)}.
     *
     * @param what some words
     * @return the line, of no class and method
     */
    public static StackTraceElement marker(String what) {
        return new StackTraceElement("---- " + what + " ", "..", "below", -1);
    }

    /**
     * Continues its stack by that of the calling thread, whose topmost lines inside of this runtime
     * are left out.
     *
     * @param thrown what another thread has thrown
     * @param what how it came here, for a line between the two stacks
     */
    public static void continueStack(Throwable thrown, String what) {
        StackTraceElement[] there = stackOf(thrown);
        StackTraceElement[] here = new Throwable().getStackTrace();
        int own = 0;
        while (own < here.length
                && here[own].getClassName().startsWith("org.activeobjects.internal.")) {
            own++;
        }
        StackTraceElement[] all = Arrays.copyOf(there, there.length + 1 + here.length - own);
        all[there.length] = marker(what);
        System.arraycopy(here, own, all, there.length + 1, here.length - own);
        setStack(thrown, all);
    }

    /**
     * Gives it a cause, if it takes one.
     *
     * @param thrown any exception
     * @param cause its cause
     */
    public static void setCause(Throwable thrown, Throwable cause) {
        var _ = ask(() -> thrown.initCause(cause));
    }

    /**
     * What can be logged in its place.
     *
     * @param thrown any exception
     * @return itself, or, if it cannot be printed, one with its class and stack
     */
    public static Throwable printable(Throwable thrown) {
        Boolean prints =
                ask(
                        () -> {
                            thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
                            return true;
                        });
        if (prints != null) {
            return thrown;
        }
        Throwable plain = new RuntimeException(textOf(thrown));
        plain.setStackTrace(stackOf(thrown));
        return plain;
    }

    /**
     * Its text, stack and causes, as they are printed.
     *
     * @param thrown any exception
     * @return some lines; what is very long is cut
     */
    public static String traceOf(Throwable thrown) {
        StringWriter text = new StringWriter();
        printable(thrown).printStackTrace(new PrintWriter(text));
        String whole = text.toString().strip();
        return whole.length() <= MAX_TRACE ? whole : whole.substring(0, MAX_TRACE) + "[cut]";
    }

    private static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (Throwable noAnswer) { // whatever it is, the exception itself matters more
            return null;
        }
    }
}
