package org.activeobjects.deployment.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Which of our types stands for one of ProActive's. The table names types and whole packages; what
 * it promises holds only for types that are on the class path, so nothing is ever renamed to a type
 * that is not there.
 */
final class Counterparts {

    static final String ROOT = "org.objectweb.proactive";

    private static final String TABLE = "counterparts.properties";
    private static final String ADVICE = "!";
    private static final String ANYWHERE = "*";

    private final Properties rows = new Properties();
    private final Map<String, Optional<Class<?>>> found = new HashMap<>();

    Counterparts() {
        try (InputStream in = Counterparts.class.getResourceAsStream(TABLE)) {
            rows.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the table: resource=" + TABLE, e);
        }
    }

    /**
     * Our type for one of theirs.
     *
     * @param theirs full name of a class
     */
    Optional<Class<?>> of(String theirs) {
        return found.computeIfAbsent(theirs, this::find);
    }

    private Optional<Class<?>> find(String theirs) {
        String row = rows.getProperty(theirs);
        if (row == null) {
            int dot = theirs.lastIndexOf('.');
            String type = theirs.substring(dot);
            String target = rows.getProperty(theirs.substring(0, dot) + ".*", ADVICE);
            row =
                    target.startsWith(ADVICE)
                            ? rows.getProperty(ANYWHERE + type, ADVICE)
                            : target + type;
        }
        return row.startsWith(ADVICE) ? Optional.empty() : load(row);
    }

    private static Optional<Class<?>> load(String name) {
        try {
            return Optional.of(Class.forName(name, false, Counterparts.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Whether the table knows anything of a package. */
    boolean knowsPackage(String theirs) {
        int length = theirs.length() + 1;
        return rows.stringPropertyNames().stream()
                .filter(key -> key.startsWith(theirs + ".") && key.indexOf('.', length) < 0)
                .anyMatch(key -> !isAdvice(key));
    }

    /** Whether the table says of this very name what to do. */
    boolean isAdvice(String theirs) {
        return rows.getProperty(theirs, "").startsWith(ADVICE);
    }

    /** What to do about a name without a counterpart; the nearest row with advice tells. */
    String advice(String theirs) {
        for (String name = theirs; name.startsWith(ROOT); name = parent(name)) {
            for (String key : new String[] {name, name + ".*"}) {
                if (isAdvice(key)) {
                    return rows.getProperty(key).substring(ADVICE.length()).strip();
                }
            }
        }
        return "no counterpart in this version";
    }

    private static String parent(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }
}
