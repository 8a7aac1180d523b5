package org.activeobjects.internal.dump;

import java.util.ArrayList;
import java.util.List;

/** The part of a stack that a user's program has put there. */
public final class UserFrames {

    private static final int MAX_FRAMES = 16;

    private UserFrames() {}

    /**
     * The stack without what the middleware has put on its top and at its bottom.
     *
     * @param thread any thread
     * @return at most 16 frames, the top first; empty if no user's code is there
     */
    public static List<StackTraceElement> of(Thread thread) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : thread.getStackTrace()) {
            boolean ofMiddleware = isOfMiddleware(frame.getClassName());
            if (frames.size() == MAX_FRAMES || ofMiddleware && !frames.isEmpty()) {
                break;
            }
            if (!ofMiddleware && !(frames.isEmpty() && isOfJdk(frame.getClassName()))) {
                frames.add(frame);
            }
        }
        // Without user's code in it, what is left at the bottom is the JDK's.
        frames.removeIf(frame -> isStartOfThread(frame));
        return frames;
    }

    private static boolean isStartOfThread(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Thread")
                || frame.getClassName().equals("java.lang.VirtualThread");
    }

    private static boolean isOfJdk(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.");
    }

    private static boolean isOfMiddleware(String className) {
        return className.startsWith("org.activeobjects.internal.")
                || className.startsWith("org.activeobjects.api.PA")
                || className.startsWith("org.activeobjects.spi.");
    }
}
