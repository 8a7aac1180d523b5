package org.activeobjects.deployment.internal.process;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What went wrong in a job, and who is to blame.
 *
 * <p><b>Threading:</b> none of its own; its owner's lock guards it.
 */
final class Failures {

    private static final Logger LOG = LogManager.getLogger(Failures.class);

    private final boolean lasting;
    private final List<RankFailure> all = new ArrayList<>();

    /** Those that ended without a failure before the job was over. */
    private final List<Integer> left = new ArrayList<>();

    /**
     * Of one job.
     *
     * @param lasting whether it goes on, once all ranks have joined, without those that end
     */
    Failures(boolean lasting) {
        this.lasting = lasting;
    }

    /**
     * Whether the end of a process ends the job; then it is kept as a failure.
     *
     * @param end how it has ended
     * @param isOrderly whether that is how ranks end
     * @param isRunning whether all have joined the job, and it is neither over nor being stopped
     */
    boolean endJob(RankFailure end, boolean isOrderly, boolean isRunning) {
        if (lasting && isRunning) {
            // An error, which Log4j shows where nobody has configured it.
            LOG.error("a node is lost, the others go on: {}", end.message());
            return false;
        }
        boolean ends = !isOrderly && !isOf(end.rank());
        if (ends) {
            add(end);
        }
        return ends;
    }

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

    private boolean isOf(int rank) {
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
