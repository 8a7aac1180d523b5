package org.activeobjects.deployment.internal.process;

import java.util.ArrayList;
import java.util.List;

/**
 * How far the start of a job has come.
 *
 * @param size number of ranks
 * @param missing those that have not joined the job, in their order
 */
public record StartState(int size, List<Integer> missing) {

    static StartState of(String[] cards) {
        List<Integer> missing = new ArrayList<>();
        for (int rank = 0; rank < cards.length; rank++) {
            if (cards[rank] == null) {
                missing.add(rank);
            }
        }
        return new StartState(cards.length, List.copyOf(missing));
    }

    /** For people: how many are up, and which are not. */
    @Override
    public String toString() {
        return "%s of %s ranks are up, missing=%s".formatted(size - missing.size(), size, ranges());
    }

    /** Such as {@code 3,7-12}. */
    private String ranges() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < missing.size(); i++) {
            int first = missing.get(i);
            while (i + 1 < missing.size() && missing.get(i + 1) == missing.get(i) + 1) {
                i++;
            }
            int last = missing.get(i);
            text.append(text.isEmpty() ? "" : ",").append(first);
            text.append(last == first ? "" : "-" + last);
        }
        return text.toString();
    }
}
