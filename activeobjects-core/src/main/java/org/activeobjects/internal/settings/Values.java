package org.activeobjects.internal.settings;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The values that a setting can have.
 *
 * @param isGood whether it can have one
 * @param described all of them, for messages
 */
record Values(Predicate<String> isGood, Supplier<String> described) {

    static Values any() {
        return new Values(value -> true, () -> "any text");
    }

    /** The names of constants, in whatever case. */
    static Values of(Enum<?>[] constants) {
        return of(Arrays.stream(constants).map(Enum::name).toArray(String[]::new));
    }

    /** Some words, in whatever case. */
    static Values of(String... words) {
        List<String> known = Arrays.stream(words).map(Names::lowerCase).sorted().toList();
        return new Values(
                value -> known.contains(Names.lowerCase(value.strip())),
                () -> String.join(", ", known));
    }

    /** What has a form. */
    static Values matching(String form, String described) {
        Predicate<String> whole = Pattern.compile(form).asMatchPredicate();
        return new Values(value -> whole.test(value.strip()), () -> described);
    }

    /** Whole numbers above 0, up to the largest {@code int}. */
    static Values numbers() {
        Predicate<String> isShort = Pattern.compile("[1-9][0-9]{0,9}").asMatchPredicate();
        return new Values(
                value ->
                        isShort.test(value.strip())
                                && Long.parseLong(value.strip()) <= Integer.MAX_VALUE,
                () -> "a number from 1 to " + Integer.MAX_VALUE);
    }

    /** Names that are separated by commas; none stands for all. */
    static Values listOf(Supplier<List<String>> names) {
        return new Values(
                value ->
                        value.isBlank()
                                || Arrays.stream(value.split(",", -1))
                                        .map(String::strip)
                                        .allMatch(names.get()::contains),
                () -> String.join(", ", names.get()) + ", or several of them separated by commas");
    }
}
