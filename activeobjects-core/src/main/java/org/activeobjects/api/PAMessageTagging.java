package org.activeobjects.api;

import org.activeobjects.internal.context.TagCarrier;
import org.activeobjects.tag.MessageTags;

/**
 * The tags that travel with calls.
 *
 * <p><b>Threading:</b> safe; each thread has tags of its own.
 *
 * <p><b>Source:</b> {@code PAMessageTagging} of ProActive. Different here: a thread that serves no
 * request has tags too, and the calls that it makes carry them.
 */
public final class PAMessageTagging {

    private PAMessageTagging() {}

    /**
     * The tags of what the calling thread does: of the request that it serves, else of the thread.
     * What is added to them travels with the calls that the thread makes from then on, until its
     * service ends.
     *
     * @return its tags
     */
    public static MessageTags getCurrentTags() {
        return TagCarrier.current();
    }
}
