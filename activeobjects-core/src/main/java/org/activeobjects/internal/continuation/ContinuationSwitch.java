package org.activeobjects.internal.continuation;

import org.activeobjects.spi.BodyHandle;

/**
 * Whether an active object passes futures on unresolved, or waits for them first.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ContinuationSwitch {

    private volatile boolean isOff;

    private ContinuationSwitch() {}

    /**
     * Tells how it stands.
     *
     * @param body body of the active object that passes a future on, {@code null} for a thread of
     *     none
     * @return true if the future is passed on unresolved
     */
    public static boolean isOn(BodyHandle body) {
        ContinuationSwitch set = body == null ? null : body.state(ContinuationSwitch.class);
        return set == null || !set.isOff;
    }

    /**
     * Sets it.
     *
     * @param body body of the active object
     * @param on true to pass futures on unresolved, which is the default
     */
    public static void set(BodyHandle body, boolean on) {
        if (on != isOn(body)) {
            body.state(ContinuationSwitch.class, ContinuationSwitch::new).isOff = !on;
        }
    }
}
