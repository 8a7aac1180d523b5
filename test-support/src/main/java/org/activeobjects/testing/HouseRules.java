package org.activeobjects.testing;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rules that hold in every module; a module has one test class that extends this one. */
public abstract class HouseRules {

    private static final String PROJECT = "org.activeobjects.";
    private static final int MAX_LINES = 400;

    /**
     * A facade has one documented method per form that programs call, each of a line or two: its
     * length is that of the list, and users look for them in one place.
     */
    private static final Map<String, Integer> LONGER_BY_PLAN = Map.of("PAActiveObject.java", 1200);

    private static final int MAX_TYPES_PER_PACKAGE = 12;

    /** Packages whose types are those that users know by name, so that they cannot be moved. */
    private static final Set<String> BAKERS_DOZEN = Set.of("org/activeobjects/wrapper");

    private final String rootPackage;

    /**
     * Rules for one module.
     *
     * @param rootPackage package below which all main classes of the module lie
     */
    protected HouseRules(String rootPackage) {
        this.rootPackage = rootPackage;
    }

    /**
     * The main classes of the module.
     *
     * @return the classes below the root package, tests left out
     */
    protected final JavaClasses mainClasses() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPath(moduleFolder().resolve("target/classes"));
    }

    @Test
    void everySourceIsFormatted() throws IOException {
        Formatter formatter =
                new Formatter(
                        JavaFormatterOptions.builder()
                                .style(JavaFormatterOptions.Style.AOSP)
                                .build());
        // On all cores: this is the longest of the rules.
        List<Path> unformatted =
                sources("src").parallelStream()
                        .filter(source -> !isFormatted(formatter, source))
                        .toList();
        assertTrue(
                unformatted.isEmpty(),
                () -> "not formatted; run scripts/format with them: " + unformatted);
    }

    private static boolean isFormatted(Formatter formatter, Path source) {
        try {
            String text = Files.readString(source);
            return text.equals(
                    formatter.formatSource(RemoveUnusedImports.removeUnusedImports(text)));
        } catch (IOException | FormatterException e) {
            throw new IllegalStateException("cannot be formatted: source=" + source, e);
        }
    }

    @Test
    void noMainSourceIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : sources("src/main/java")) {
            long lines;
            try (Stream<String> text = Files.lines(source)) {
                lines = text.count();
            }
            String name = source.getFileName().toString();
            if (lines > LONGER_BY_PLAN.getOrDefault(name, MAX_LINES)) {
                tooLong.add(source + " lines=" + lines);
            }
        }
        assertTrue(tooLong.isEmpty(), () -> "longer than " + MAX_LINES + " lines: " + tooLong);
    }

    @Test
    void everyPackageIsSmallAndDescribed() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path folder :
                sources("src/main/java").stream().map(Path::getParent).distinct().toList()) {
            long types;
            try (Stream<Path> files = Files.list(folder)) {
                types =
                        files.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(".java"))
                                .filter(name -> !name.equals("package-info.java"))
                                .count();
            }
            int max =
                    MAX_TYPES_PER_PACKAGE
                            + (BAKERS_DOZEN.stream().anyMatch(folder::endsWith) ? 1 : 0);
            if (types > max) {
                faults.add(folder + " types=" + types + " max=" + max);
            }
            if (!Files.exists(folder.resolve("package-info.java"))) {
                faults.add(folder + " has no package-info.java");
            }
        }
        assertTrue(faults.isEmpty(), faults::toString);
    }

    @Test
    void noPackageCycle() {
        // Every package is a slice of its own, the root package too.
        slices().matching("(" + rootPackage + "..)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(mainClasses());
    }

    @Test
    void everyPackageUsesOnlyWhatItsPageSays() throws IOException {
        Map<String, Set<String>> used = packagesUsed();
        List<String> faults = new ArrayList<>();
        Path root = moduleFolder().resolve("src/main/java");
        for (Path source : sources("src/main/java")) {
            if (!source.endsWith("package-info.java")) {
                continue;
            }
            String name = root.relativize(source.getParent()).toString().replace('/', '.');
            PackagePage page = PackagePage.read(name, source);
            for (String other : used.getOrDefault(name, Set.of())) {
                if (!page.allows(other)) {
                    faults.add(name + " uses " + other);
                }
            }
        }
        assertTrue(
                faults.isEmpty(),
                () ->
                        "do without, or say so after \"May use\" in package-info.java:\n  "
                                + String.join("\n  ", faults));
    }

    /** The other packages of the project that each package uses. */
    private Map<String, Set<String>> packagesUsed() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass user : mainClasses()) {
            for (Dependency one : user.getDirectDependenciesFromSelf()) {
                String other = one.getTargetClass().getBaseComponentType().getPackageName();
                if (other.startsWith(PROJECT) && !other.equals(user.getPackageName())) {
                    used.computeIfAbsent(user.getPackageName(), absent -> new TreeSet<>())
                            .add(other);
                }
            }
        }
        return used;
    }

    private static Path moduleFolder() {
        return Path.of(System.getProperty("activeobjects.module.basedir", "")).toAbsolutePath();
    }

    private static List<Path> sources(String folder) throws IOException {
        Path root = moduleFolder().resolve(folder);
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }
}
