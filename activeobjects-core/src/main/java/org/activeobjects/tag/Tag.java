package org.activeobjects.tag;

import java.util.Objects;

/**
 * A name and a value that travel with requests: who is served while a request with the tag is
 * served sends it on with what he calls.
 *
 * <p>{@link #apply} decides for each call what goes on; subclasses may change the value there, or
 * end the way of the tag. Classes of tags and of their data have to be on the class path of every
 * runtime that they come to, and those of the data must be {@linkplain
 * org.activeobjects.spi.ContextCarrier admitted by the codec} as those of arguments.
 *
 * <p><b>Threading:</b> not safe; each request has copies of its own.
 *
 * <p><b>Source:</b> {@code Tag} of ProActive; here a tag goes on as it is unless a subclass says
 * otherwise.
 */
public class Tag {

    private final String id;
    private Object data;

    /**
     * A tag without data.
     *
     * @param id its name
     */
    public Tag(String id) {
        this(id, null);
    }

    /**
     * A tag.
     *
     * @param id its name
     * @param data its value, passed by copy; may be {@code null}
     */
    public Tag(String id, Object data) {
        this.id = Objects.requireNonNull(id, "the id of a tag is null");
        this.data = data;
    }

    /**
     * What travels with a call that is made now.
     *
     * @return the tag for the request, {@code this} or another one; {@code null} for none
     */
    public Tag apply() {
        return this;
    }

    /**
     * Its name.
     *
     * @return the name
     */
    public final String getId() {
        return id;
    }

    /**
     * Its value.
     *
     * @return the value; may be {@code null}
     */
    public final Object getData() {
        return data;
    }

    /**
     * Sets the value.
     *
     * @param newData what calls carry from now on
     */
    public final void setData(Object newData) {
        this.data = newData;
    }

    @Override
    public String toString() {
        return id + "=" + data;
    }
}
