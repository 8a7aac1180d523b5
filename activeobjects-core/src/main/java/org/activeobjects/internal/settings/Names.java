package org.activeobjects.internal.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Names that somebody may have mistyped. */
final class Names {

    private Names() {}

    static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The one to which the fewest letters have to be changed. */
    static String nearest(String name, Collection<String> known) {
        return known.stream()
                .min(
                        Comparator.comparingInt((String one) -> distance(name, one))
                                .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Letters to insert, to remove and to replace, whatever their case. */
    private static int distance(String from, String to) {
        String one = lowerCase(from);
        String other = lowerCase(to);
        int[] above = new int[other.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[above.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[other.length()];
    }
}
