package org.activeobjects.spi;

import org.activeobjects.active.UniqueID;

import java.util.List;

/**
 * Code that runs when a call of its kind arrives at a body, beside the queue; found with {@code
 * ServiceLoader}.
 *
 * <p><b>Threading:</b> called by the thread that delivers, one at a time per sender: a thread of
 * the transport, or the caller's own if both live in one runtime. Must neither block nor compute.
 */
public interface BodyExtension {

    /**
     * The name that callers give.
     *
     * @return a name, unique on the class path
     */
    String name();

    /**
     * The classes that arguments and answers are made of, beside those of the JDK; the codec
     * refuses others.
     *
     * @return classes, with what their fields need; none by default
     */
    default List<Class<?>> types() {
        return List.of();
    }

    /**
     * Whether a call is handled when it arrives, even if its sender is held back: what it says has
     * to be known at once. What of it has to be in order with the requests of the sender can be
     * done by {@link BodyHandle#inTurn}.
     *
     * @param argument what the caller gave, copied
     * @return false, unless told otherwise: it waits as the requests do
     */
    default boolean isUrgent(Object argument) {
        return false;
    }

    /**
     * Handles one call, in order with the requests of the same sender unless it is urgent.
     *
     * @param body body that the call is for
     * @param sender who called; number 0 for a thread of no active object
     * @param argument what the caller gave, copied
     * @return the answer, which is copied to the caller; a {@code CompletionStage} answers when it
     *     is complete
     * @throws Exception any, which becomes the answer
     */
    Object onCall(BodyHandle body, UniqueID sender, Object argument) throws Exception;
}
