package org.activeobjects.internal.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Tells a graph as text: classes, contents, and which objects are one and the same. */
final class GraphText {

    private final Map<Object, Integer> seen;
    private final StringBuilder text = new StringBuilder();

    private GraphText(Map<Object, Integer> seen) {
        this.seen = seen;
    }

    static String of(Object graph) {
        return of(graph, new IdentityHashMap<>());
    }

    static String of(Object graph, Map<Object, Integer> seen) {
        GraphText all = new GraphText(seen);
        all.tell(graph);
        return all.text.toString();
    }

    private void tell(Object object) {
        if (object == null || object instanceof Enum<?>) {
            text.append(object).append(' ');
            return;
        }
        Class<?> type = object.getClass();
        if (isValue(object)) {
            text.append(type.getSimpleName()).append(':').append(object).append(' ');
            return;
        }
        Integer known = seen.putIfAbsent(object, seen.size());
        if (known != null) {
            text.append('#').append(known).append(' ');
            return;
        }
        text.append('\n').append(seen.get(object)).append('=').append(type.getName()).append('(');
        tellContents(object);
        text.append(") ");
    }

    /** JDK values, of which equal ones may be one object or two. */
    private static boolean isValue(Object object) {
        String name = object.getClass().getName();
        return object instanceof CharSequence && !(object instanceof StringBuilder)
                || object instanceof Number && !(object instanceof AtomicInteger)
                || object instanceof Boolean
                || object instanceof Character
                || object instanceof java.util.Locale
                || object instanceof java.util.UUID
                || object instanceof java.net.URI
                || object instanceof java.nio.file.Path
                || object instanceof java.util.regex.Pattern
                || object instanceof Class<?>
                || name.startsWith("java.time.");
    }

    private void tellContents(Object object) {
        switch (object) {
            case Collection<?> collection -> {
                if (object instanceof SortedSet<?> sorted) {
                    tell(sorted.comparator());
                }
                List<Object> elements = new ArrayList<>(collection);
                // The order of a hash table is its own affair.
                if (object instanceof java.util.Set<?> && !isOrdered(object)) {
                    elements.sort(Comparator.comparing(GraphText::of));
                }
                elements.forEach(this::tell);
                tellFields(object);
            }
            case Map<?, ?> map -> {
                if (object instanceof SortedMap<?, ?> sorted) {
                    tell(sorted.comparator());
                }
                List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
                if (!isOrdered(object)) {
                    entries.sort(Comparator.comparing(entry -> of(entry.getKey())));
                }
                for (Map.Entry<?, ?> entry : entries) {
                    tell(entry.getKey());
                    tell(entry.getValue());
                }
            }
            case Map.Entry<?, ?> entry -> {
                tell(entry.getKey());
                tell(entry.getValue());
            }
            case Optional<?> optional -> tell(optional.orElse(null));
            case AtomicReference<?> reference -> tell(reference.get());
            case AtomicInteger number -> text.append(number.get());
            case StringBuilder builder -> text.append(builder);
            case Date date -> text.append(date.getTime());
            case BitSet bits -> text.append(bits);
            default -> {
                if (object.getClass().isArray()) {
                    for (int i = 0; i < Array.getLength(object); i++) {
                        tell(Array.get(object, i));
                    }
                } else {
                    tellFields(object);
                }
            }
        }
    }

    private static boolean isOrdered(Object container) {
        String name = container.getClass().getSimpleName();
        return name.startsWith("Linked")
                || name.startsWith("Tree")
                || name.startsWith("Enum")
                || container instanceof ArrayDeque<?>;
    }

    private void tellFields(Object object) {
        for (Class<?> c = object.getClass();
                c.getName().startsWith("org.activeobjects.");
                c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    try {
                        field.setAccessible(true);
                        tell(field.get(object));
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
    }
}
