package org.activeobjects.tag;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The tags of what the current thread does: those that came with the request it serves, and those
 * it added.
 *
 * <p><b>Threading:</b> belongs to one thread.
 *
 * <p><b>Source:</b> {@code MessageTags} of ProActive.
 */
public final class MessageTags {

    private final Map<String, Tag> tags = new LinkedHashMap<>();

    /** No tags. */
    public MessageTags() {}

    /**
     * Adds a tag.
     *
     * @param tag the tag
     * @return the tag of that name that it replaces, or {@code null}
     */
    public Tag addTag(Tag tag) {
        Objects.requireNonNull(tag, "the tag to add is null");
        return tags.put(tag.getId(), tag);
    }

    /**
     * Removes a tag.
     *
     * @param id its name
     * @return the tag, or {@code null} if there was none
     */
    public Tag removeTag(String id) {
        return tags.remove(id);
    }

    /**
     * Finds a tag.
     *
     * @param id its name
     * @return the tag, or {@code null} if there is none
     */
    public Tag getTag(String id) {
        return tags.get(id);
    }

    /**
     * All tags.
     *
     * @return a copy, in the order in which they were added
     */
    public Collection<Tag> getTags() {
        return List.copyOf(tags.values());
    }

    /**
     * The names of all tags.
     *
     * @return a copy
     */
    public Set<String> getAllTagsID() {
        return Set.copyOf(tags.keySet());
    }

    /**
     * The value of a tag.
     *
     * @param id its name
     * @return its value; {@code null} if it has none, or there is no such tag
     */
    public Object getData(String id) {
        Tag tag = tags.get(id);
        return tag == null ? null : tag.getData();
    }

    /**
     * Whether there is a tag.
     *
     * @param id its name
     * @return true if there is
     */
    public boolean check(String id) {
        return tags.containsKey(id);
    }

    @Override
    public String toString() {
        return tags.values().toString();
    }
}
