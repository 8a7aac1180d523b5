package org.activeobjects.deployment.internal.process;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Waits for what a process that has ended had printed until then. Its readers are at the end when
 * they have passed all on, which takes as long as those who take the lines like; but a process that
 * it has started may hold its streams open for ever, and print nothing. So this looks now and then
 * whether the readers get on.
 *
 * <p>A process that goes on to print does not hold this up either: the JDK closes its end of the
 * pipes as soon as it has taken what was there when the process had ended.
 *
 * <p><b>Threading:</b> one thread.
 */
final class RestOfOutput {

    /** So many looks in a row, in two seconds, at readers that stand still are enough. */
    static final int LOOKS = 20;

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Lets readers get on for a moment, at most until one of them is over. */
    interface Pause {

        void after(LineReader reader) throws InterruptedException;
    }

    private final List<LineReader> readers;
    private final Pause pause;

    RestOfOutput(List<LineReader> readers) {
        this(readers, reader -> reader.awaitOver(PAUSE));
    }

    RestOfOutput(List<LineReader> readers, Pause pause) {
        this.readers = readers;
        this.pause = pause;
    }

    /**
     * Waits until the readers are over, or have nothing more to read; those are given up.
     *
     * @param hurried whether who takes no lines is waited for no longer than who prints none
     * @return whether all was passed on; always, unless it is hurried
     */
    boolean await(BooleanSupplier hurried) throws InterruptedException {
        int looks = 0;
        while (true) {
            List<LineReader> open = readers.stream().filter(reader -> !reader.isOver()).toList();
            if (open.isEmpty()) {
                return true;
            }
            int before = moves();
            pause.after(open.getFirst());
            boolean isHurried = hurried.getAsBoolean();
            boolean isStill =
                    moves() == before
                            && (isHurried || readers.stream().allMatch(LineReader::isWaiting));
            looks = isStill ? looks + 1 : 0;
            if (looks >= LOOKS) {
                boolean isWhole =
                        open.stream().filter(LineReader::tryGiveUp).count() == open.size();
                if (isWhole || isHurried) {
                    return isWhole;
                }
            }
        }
    }

    private int moves() {
        return readers.stream().mapToInt(LineReader::moves).sum();
    }
}
