package org.activeobjects.deployment.internal.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What went wrong in a job, and who is to blame.
 *
 * <p><b>Threading:</b> none of its own; its owner's lock guards it.
 */
final class Failures {

    private final List<RankFailure> all = new ArrayList<>();

    /** Those that ended without a failure before the job was over. */
    private final List<Integer> left = new ArrayList<>();

    /** What a rank says tells more than how it ended, also where it comes later. */
    void add(RankFailure failure) {
        for (int i = 0; i < all.size(); i++) {
            if (failure.rank() >= 0 && all.get(i).rank() == failure.rank()) {
                all.set(i, failure);
                return;
            }
        }
        all.add(failure);
    }

    void addLeft(int rank) {
        left.add(rank);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean isOf(int rank) {
        return all.stream().anyMatch(failure -> failure.rank() == rank);
    }

    /** The first that is not the mere consequence of another. */
    Optional<RankFailure> first() {
        return all.stream()
                .filter(failure -> !failure.consequence())
                .findFirst()
                .or(() -> all.stream().findFirst().map(first -> first.after(left)));
    }
}
