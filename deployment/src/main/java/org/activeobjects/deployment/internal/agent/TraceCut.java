package org.activeobjects.deployment.internal.agent;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Ends stack traces at the program's own main method: what called it is no business of users. */
final class TraceCut {

    private static final List<String> REFLECTION =
            List.of(
                    "java.lang.reflect.",
                    "jdk.internal.reflect.",
                    "jdk.internal.misc.Unsafe",
                    "java.lang.invoke."); // an error of the JVM shows what is hidden else

    private TraceCut() {}

    /**
     * Cuts the traces of what was thrown, of its causes and of what they suppress.
     *
     * @param thrown what the program threw
     * @param caller who called main by reflection
     * @return the same
     */
    static Throwable belowMain(Throwable thrown, Class<?> caller) {
        try {
            cut(thrown, caller, Collections.newSetFromMap(new IdentityHashMap<>()));
        } catch (RuntimeException | Error second) {
            return thrown; // its own methods have thrown: it has to be told whatever they do
        }
        return thrown;
    }

    private static void cut(Throwable thrown, Class<?> caller, Set<Throwable> seen) {
        for (Throwable each = thrown; each != null && seen.add(each); each = each.getCause()) {
            StackTraceElement[] trace = each.getStackTrace();
            int end = indexOf(trace, caller.getName());
            while (end > 0 && isReflection(trace[end - 1].getClassName())) {
                end--;
            }
            if (end >= 0) {
                each.setStackTrace(Arrays.copyOf(trace, end));
            }
            for (Throwable suppressed : each.getSuppressed()) {
                cut(suppressed, caller, seen);
            }
        }
    }

    private static int indexOf(StackTraceElement[] trace, String className) {
        for (int i = 0; i < trace.length; i++) {
            if (trace[i].getClassName().equals(className)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isReflection(String className) {
        return REFLECTION.stream().anyMatch(className::startsWith);
    }
}
