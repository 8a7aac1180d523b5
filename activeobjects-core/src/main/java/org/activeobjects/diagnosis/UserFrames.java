package org.activeobjects.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The part of a stack that a user's program has put there. */
public final class UserFrames {

    private static final int MAX_FRAMES = 16;
    private static final List<String> MIDDLEWARE =
            List.of(
                    "org.activeobjects.internal.",
                    "org.activeobjects.active.",
                    "org.activeobjects.multiactivity.",
                    "org.activeobjects.diagnosis.",
                    "org.activeobjects.transport.",
                    "org.activeobjects.api.PA",
                    "org.activeobjects.spi.",
                    "org.activeobjects.node.Node",
                    "org.activeobjects.group.Activation",
                    "org.activeobjects.group.CallsAndWaits",
                    "org.activeobjects.group.Dispatcher",
                    "org.activeobjects.group.GroupCarrier",
                    "org.activeobjects.group.Members",
                    "org.activeobjects.group.SetOperations",
                    "org.activeobjects.group.member.",
                    "org.activeobjects.group.PAGroup",
                    "org.activeobjects.spmd.",
                    "org.activeobjects.collective.",
                    "org.activeobjects.deployment.internal.");

    private UserFrames() {}

    /**
     * The stack without what the middleware has put on its top and at its bottom: who waits moves
     * messages meanwhile, of other threads too.
     *
     * @param thread any thread
     * @return at most 16 frames, the top first; empty if no user's code is there
     */
    public static List<StackTraceElement> of(Thread thread) {
        return of(Objects.requireNonNull(thread, "the thread is null").getStackTrace());
    }

    /**
     * Says for what of an active object a thread waits.
     *
     * @param thread any thread
     * @return such as {@code awaited result of Account#1.balance}; empty if it waits for nothing of
     *     that kind, or looks for it by itself at this moment
     */
    public static Optional<String> awaitedBy(Thread thread) {
        Object blocker =
                LockSupport.getBlocker(Objects.requireNonNull(thread, "the thread is null"));
        boolean isOurs =
                blocker != null && blocker.getClass().getName().startsWith(MIDDLEWARE.getFirst());
        return isOurs ? Optional.of(blocker.toString()) : Optional.empty();
    }

    /**
     * The same of a stack that was taken before.
     *
     * @param stack of a thread, the top first
     * @return as above
     */
    public static List<StackTraceElement> of(StackTraceElement[] stack) {
        Objects.requireNonNull(stack, "the stack of a thread is null");
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : stack) {
            boolean ofMiddleware = isOfMiddleware(frame.getClassName());
            if (ofMiddleware && !frames.isEmpty()) {
                break;
            }
            if (!ofMiddleware && !(frames.isEmpty() && isOfJdk(frame.getClassName()))) {
                frames.add(frame);
            }
        }
        // How the user's code was called: by reflection, or by the start of a thread.
        while (!frames.isEmpty() && isOfJdk(frames.getLast().getClassName())) {
            frames.removeLast();
        }
        return frames.subList(0, Math.min(frames.size(), MAX_FRAMES));
    }

    private static boolean isOfJdk(String className) {
        return className.startsWith("java.") || className.startsWith("jdk.");
    }

    private static boolean isOfMiddleware(String className) {
        return MIDDLEWARE.stream().anyMatch(className::startsWith);
    }
}
