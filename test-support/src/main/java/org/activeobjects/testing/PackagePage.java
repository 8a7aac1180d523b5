package org.activeobjects.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@code package-info.java} says its package may use: the sentence that begins with "May
 * use", up to a semicolon or its end; nothing of the project where there is none.
 *
 * <p>Packages are named from the right, as far as it takes ({@code .codec} for {@code
 * org.activeobjects.internal.codec}). These words stand for several:
 *
 * <ul>
 *   <li>{@code transport}, or whatever is the transport's: its API, its addresses and errors
 *   <li>its sub-packages
 *   <li>public packages of the core, or of core and groups
 *   <li>every package, perhaps but some that are named
 * </ul>
 */
final class PackagePage {

    private static final String ROOT = "org.activeobjects.";
    private static final Pattern SENTENCE = Pattern.compile("May use (.*?)(;|\\.(\\s|$))");
    private static final Pattern NAME = Pattern.compile("\\{@code \\.?([\\w.]+)}");
    private static final Pattern TRANSPORT = Pattern.compile("transport(\\.address|\\.error)?");
    private static final Pattern GROUPS = Pattern.compile("(group|spmd|collective)(\\..*)?");
    private static final Pattern NOT_CORE =
            Pattern.compile("(transport|group|spmd|collective|deployment|npb|benchmarks)(\\..*)?");
    private static final Pattern NOT_PUBLIC = Pattern.compile("(internal|spi)(\\..*)?");

    private final String packageName;
    private final String sentence;
    private final List<String> names;

    private PackagePage(String packageName, String sentence) {
        this.packageName = packageName;
        this.sentence = sentence;
        this.names = namesIn(sentence);
    }

    /**
     * Reads a page.
     *
     * @param packageName name of the package
     * @param source its {@code package-info.java}
     * @return the page
     * @throws IOException if it cannot be read
     */
    static PackagePage read(String packageName, Path source) throws IOException {
        String text = Files.readString(source).replaceAll("\\s*\\n \\* ?", " ");
        Matcher found = SENTENCE.matcher(text);
        return new PackagePage(packageName, found.find() ? found.group(1) : "");
    }

    private static List<String> namesIn(String text) {
        return NAME.matcher(text).results().map(PackagePage::named).toList();
    }

    private static String named(MatchResult name) {
        return withoutRoot(name.group(1));
    }

    private static String withoutRoot(String name) {
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : name;
    }

    /** Whether the package may use another one of the project. */
    boolean allows(String other) {
        String name = withoutRoot(other);
        int but = sentence.indexOf(" but ");
        if (sentence.contains("every ")) {
            return but < 0 || !isAmong(namesIn(sentence.substring(but)), name);
        }
        return isAmong(names, name)
                || TRANSPORT.matcher(name).matches()
                        && (names.contains("transport") || sentence.contains("the transport's"))
                || sentence.contains("its sub-packages") && other.startsWith(packageName + ".")
                || sentence.contains("public packages") && isPublic(name);
    }

    private static boolean isAmong(List<String> names, String name) {
        return names.stream().anyMatch(one -> name.equals(one) || name.endsWith("." + one));
    }

    private boolean isPublic(String name) {
        return GROUPS.matcher(name).matches()
                ? sentence.contains("core and groups")
                : !NOT_CORE.matcher(name).matches() && !NOT_PUBLIC.matcher(name).matches();
    }
}
