package org.activeobjects.internal.context;

import org.activeobjects.spi.ContextCarrier;
import org.activeobjects.tag.MessageTags;
import org.activeobjects.tag.Tag;

import java.util.ArrayList;
import java.util.List;

/** Carries the tags of a thread. Until somebody asks for his tags, there are none to look for. */
public final class TagCarrier implements ContextCarrier {

    private static final ThreadLocal<MessageTags> TAGS = new ThreadLocal<>();

    private static volatile boolean inUse;

    TagCarrier() {}

    /**
     * The tags of the current thread.
     *
     * @return its tags, the same at every call within one service
     */
    public static MessageTags current() {
        inUse = true;
        MessageTags tags = TAGS.get();
        if (tags == null) {
            tags = new MessageTags();
            TAGS.set(tags);
        }
        return tags;
    }

    /** Whether somebody has asked for the tags of the current thread, and may add some to them. */
    static boolean isOnThread() {
        return inUse && TAGS.get() != null;
    }

    /** Leaves the current thread without tags. */
    static void clear() {
        TAGS.remove();
    }

    @Override
    public String name() {
        return "tags";
    }

    @Override
    public List<Class<?>> types() {
        return List.of(Tag.class);
    }

    /** The tags of the current thread as they are; {@code null} if it has none. */
    Object own() {
        MessageTags tags = inUse ? TAGS.get() : null;
        return tags == null || tags.getTags().isEmpty() ? null : tags.getTags();
    }

    @Override
    public Object capture() {
        if (!inUse) {
            return null;
        }
        MessageTags tags = TAGS.get();
        if (tags == null) {
            return null;
        }
        List<Tag> sentOn = new ArrayList<>();
        for (Tag tag : tags.getTags()) {
            Tag applied = tag.apply();
            if (applied != null) {
                sentOn.add(applied);
            }
        }
        return sentOn.isEmpty() ? null : sentOn;
    }

    @Override
    public void run(Object context, Runnable service) {
        MessageTags own = new MessageTags();
        if (context != null) {
            for (Object tag : (List<?>) context) {
                own.addTag((Tag) tag);
            }
        }
        inUse = true;
        MessageTags outer = TAGS.get();
        TAGS.set(own);
        try {
            service.run();
        } finally {
            if (outer == null) {
                TAGS.remove();
            } else {
                TAGS.set(outer);
            }
        }
    }
}
