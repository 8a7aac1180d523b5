package org.activeobjects.internal.context;

import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.spi.ContextCarrier;

import java.util.Arrays;
import java.util.List;

/**
 * Carries the stack of the caller, if call sites are kept, for the exceptions of one-way calls.
 * Calls that wait do not need it: their exceptions are thrown where the result is used.
 */
public final class CallSites implements ContextCarrier {

    /** System property: {@code true} to keep the stack of every call, which costs microseconds. */
    public static final String SETTING = "activeobjects.callSites";

    private static final String NAME = "call site";
    private static final int FRAMES = 32;
    private static final int PARTS = 4;

    private static boolean isKept = Boolean.getBoolean(SETTING);

    CallSites() {}

    /**
     * Says whether call sites are kept.
     *
     * @param on true to keep the stack of every call from now on
     */
    public static void keep(boolean on) {
        isKept = on;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object capture() {
        return isKept ? site() : null;
    }

    /** Class, method, file and line of each frame, beginning with the one that called the stub. */
    private static String[] site() {
        List<StackWalker.StackFrame> frames =
                StackWalker.getInstance()
                        .walk(
                                all ->
                                        all.dropWhile(CallSites::isOfMiddleware)
                                                .limit(FRAMES)
                                                .toList());
        String[] site = new String[frames.size() * PARTS];
        int at = 0;
        for (StackWalker.StackFrame frame : frames) {
            site[at++] = frame.getClassName();
            site[at++] = frame.getMethodName();
            site[at++] = frame.getFileName();
            site[at++] = Integer.toString(frame.getLineNumber());
        }
        return site;
    }

    private static boolean isOfMiddleware(StackWalker.StackFrame frame) {
        return frame.getClassName().startsWith("org.activeobjects.internal.");
    }

    @Override
    public void run(Object context, Runnable service) {
        service.run();
    }

    /**
     * Continues the stack of an exception by that of the caller.
     *
     * @param exception what the method threw
     * @param context context of the request; {@code null} if it has none
     * @return the exception
     */
    public static Throwable join(Throwable exception, Object[] context) {
        Object site = context == null ? null : Carried.valueOf(NAME, context);
        if (site instanceof String[] parts && parts.length % PARTS == 0) {
            StackTraceElement[] there = Thrown.stackOf(exception);
            int frames = parts.length / PARTS;
            StackTraceElement[] all = Arrays.copyOf(there, there.length + 1 + frames);
            all[there.length] = Thrown.marker("called at");
            for (int i = 0; i < frames; i++) {
                all[there.length + 1 + i] =
                        new StackTraceElement(
                                parts[i * PARTS],
                                parts[i * PARTS + 1],
                                parts[i * PARTS + 2],
                                Integer.parseInt(parts[i * PARTS + 3]));
            }
            Thrown.setStack(exception, all);
        }
        return exception;
    }
}
