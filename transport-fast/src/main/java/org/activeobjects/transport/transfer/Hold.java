package org.activeobjects.transport.transfer;

import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;

import java.util.ArrayList;
import java.util.List;

/**
 * What keeps the registered buffers in which the elements of an operation lie from being released
 * meanwhile. It remembers them itself: the slice may be aimed elsewhere when they are let go.
 *
 * <p><b>Threading:</b> whoever owns the operation at a time.
 */
public final class Hold {

    private RegisteredBuffer.View view;

    /** Of a gather list; {@code null} if there are none. */
    private List<RegisteredBuffer.View> parts;

    /** Of nothing yet. */
    public Hold() {}

    /**
     * Holds the buffers of some elements, until {@link #letGo}.
     *
     * @param elements what is moved
     * @throws IllegalStateException if a view of theirs is closed; nothing is held then
     */
    public void take(Slice elements) {
        if (elements.view() != null) {
            elements.view().hold();
            view = elements.view();
        } else if (Transfer.isToBeHeld(elements)) {
            takeParts(elements.parts());
        }
    }

    private void takeParts(Slice[] slices) {
        parts = new ArrayList<>(slices.length); // to remember what is held needs no memory then
        try {
            for (Slice part : slices) {
                if (part.view() != null) {
                    part.view().hold();
                    parts.add(part.view());
                }
            }
        } catch (RuntimeException | Error e) { // one is closed
            letGo();
            throw e;
        }
    }

    /** Lets go of what is held; idempotent. */
    public void letGo() {
        if (view != null) {
            RegisteredBuffer.View one = view;
            view = null;
            one.letGo();
        }
        if (parts != null) {
            List<RegisteredBuffer.View> all = parts;
            parts = null;
            all.forEach(RegisteredBuffer.View::letGo);
        }
    }
}
