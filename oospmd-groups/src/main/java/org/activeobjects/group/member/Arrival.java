package org.activeobjects.group.member;

import org.activeobjects.api.PAFuture;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A result that has arrived, and its place in its group at that time.
 *
 * @param member the result, as the list has it
 * @param index its place
 */
public record Arrival(Object member, int index) {

    /**
     * Waits until a result has arrived that is still in the group by then.
     *
     * @param content gives the members of now as the list has them
     * @return one of those that have arrived
     * @throws IllegalStateException if the group is empty
     */
    public static Arrival awaitOne(Supplier<Object[]> content) {
        while (true) {
            List<Object> waiting = Arrays.asList(content.get());
            if (waiting.isEmpty()) {
                throw new IllegalStateException("nothing to wait for, the group is empty");
            }
            Object first = waiting.get(PAFuture.waitForAny(waiting));
            Object[] then = content.get();
            for (int index = 0; index < then.length; index++) {
                if (then[index] == first) {
                    return new Arrival(first, index);
                }
            }
        }
    }
}
