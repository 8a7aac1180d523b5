package org.activeobjects.internal.lease;

import org.activeobjects.internal.service.LocalBody;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why active objects have ended by themselves, for those who call them later: the last few hundred.
 *
 * <p><b>Threading:</b> safe.
 */
final class Breakdowns {

    private static final int MOST = 256;

    private final Map<Long, String> reasons = new LinkedHashMap<>();

    /** Remembers a body that has ended, if it ended by itself. */
    synchronized void add(LocalBody body) {
        String why = body.whyEnded();
        if (why != null) {
            reasons.put(body.number(), why);
            if (reasons.size() > MOST) {
                reasons.remove(reasons.keySet().iterator().next());
            }
        }
    }

    /** Null if nothing is known. */
    synchronized String of(long number) {
        return reasons.get(number);
    }
}
