package org.activeobjects.internal.context;

import org.activeobjects.spi.ContextCarrier;
import org.apache.logging.log4j.ThreadContext;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Carries the map and the stack of Log4j's {@code ThreadContext}, so that what a request logs can
 * be told from what others do, in every runtime that it comes to.
 */
final class ThreadContextCarrier implements ContextCarrier {

    ThreadContextCarrier() {}

    @Override
    public String name() {
        return "log4j";
    }

    /** Whether there is something in the context of the current thread. */
    static boolean isOnThread() {
        return !ThreadContext.isEmpty() || ThreadContext.getDepth() > 0;
    }

    @Override
    public Object capture() {
        if (!isOnThread()) {
            return null;
        }
        return new Object[] {
            ThreadContext.getContext(), new ArrayList<>(ThreadContext.getImmutableStack().asList())
        };
    }

    @Override
    public void run(Object context, Runnable service) {
        Object outer = capture();
        replace(context);
        try {
            service.run();
        } finally {
            replace(outer);
        }
    }

    private static void replace(Object context) {
        ThreadContext.clearAll();
        if (context != null) {
            Object[] mapAndStack = (Object[]) context;
            ((Map<?, ?>) mapAndStack[0])
                    .forEach((key, value) -> ThreadContext.put((String) key, (String) value));
            ((List<?>) mapAndStack[1]).forEach(message -> ThreadContext.push((String) message));
        }
    }
}
