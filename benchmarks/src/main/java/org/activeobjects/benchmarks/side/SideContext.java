package org.activeobjects.benchmarks.side;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What a side is told when it starts.
 *
 * @param leads whether it is the side that is timed
 * @param maxBytes longest message
 * @param own words that both sides were given by whoever started them
 * @param fromLeader words that the leading side has announced; empty for that side itself
 * @param out where it announces, and reports
 */
public record SideContext(
        boolean leads, int maxBytes, List<String> own, List<String> fromLeader, PrintStream out) {

    /** What the leading side prints before the words that the other is given. */
    public static final String LISTENING = "LISTENING ";

    private static final String LEAD = "lead";
    private static final int FIXED = 3;

    /**
     * Tells the other side where this one is to be found.
     *
     * @param words without blanks in them
     */
    public void announce(Object... words) {
        StringBuilder line = new StringBuilder(LISTENING);
        for (Object word : words) {
            line.append(word).append(' ');
        }
        out.println(line.toString().strip());
    }

    /**
     * Writes the words of the command line that {@link #parse} reads.
     *
     * @param leads whether it is the side that is timed
     * @param maxBytes longest message
     * @param own words for both sides
     * @param fromLeader words that the leading side has announced
     * @return the command line
     */
    public static List<String> toWords(
            boolean leads, int maxBytes, List<String> own, List<String> fromLeader) {
        List<String> words = new ArrayList<>();
        words.add(leads ? LEAD : "follow");
        words.add(Integer.toString(maxBytes));
        words.add(Integer.toString(own.size()));
        words.addAll(own);
        words.addAll(fromLeader);
        return words;
    }

    static SideContext parse(String[] words, PrintStream out) {
        List<String> all = List.of(words);
        int ownEnd = FIXED + Integer.parseInt(words[2]);
        return new SideContext(
                words[0].equals(LEAD),
                Integer.parseInt(words[1]),
                all.subList(FIXED, ownEnd),
                all.subList(ownEnd, all.size()),
                out);
    }
}
