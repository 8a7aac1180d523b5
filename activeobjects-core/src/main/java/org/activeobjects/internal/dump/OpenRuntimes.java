package org.activeobjects.internal.dump;

import org.activeobjects.internal.service.LocalBody;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * The runtimes of this JVM, as far as whoever wants to know what they do needs them.
 *
 * <p><b>Threading:</b> safe.
 */
public final class OpenRuntimes {

    private static final Map<Object, Supplier<List<LocalBody>>> OPEN = new WeakHashMap<>();

    private OpenRuntimes() {}

    /**
     * A runtime has been opened.
     *
     * @param runtime the runtime, whose text names it
     * @param bodies gives its bodies that live
     */
    public static void add(Object runtime, Supplier<List<LocalBody>> bodies) {
        synchronized (OPEN) {
            OPEN.put(runtime, bodies);
        }
        DumpSignal.install();
    }

    /**
     * A runtime has been closed.
     *
     * @param runtime the runtime
     */
    public static void remove(Object runtime) {
        synchronized (OPEN) {
            OPEN.remove(runtime);
        }
    }

    /**
     * What the active objects of all runtimes of this JVM do.
     *
     * @return lines of text
     */
    public static String dump() {
        StringBuilder text = new StringBuilder();
        open().forEach(
                        (runtime, bodies) ->
                                new Dump(text)
                                        .write(runtime.toString(), new ArrayList<>(bodies.get())));
        return text.isEmpty() ? "no runtime is open\n" : text.toString();
    }

    /**
     * The active objects of all runtimes of this JVM that have something to do.
     *
     * @return the names of those that serve a request or have one in their queue
     */
    public static List<String> atWork() {
        return open().values().stream()
                .flatMap(bodies -> bodies.get().stream())
                .filter(body -> !body.servings().isEmpty() || body.queueLength() > 0)
                .map(LocalBody::getName)
                .toList();
    }

    private static Map<Object, Supplier<List<LocalBody>>> open() {
        synchronized (OPEN) {
            return new WeakHashMap<>(OPEN);
        }
    }
}
