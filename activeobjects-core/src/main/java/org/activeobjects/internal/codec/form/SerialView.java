package org.activeobjects.internal.codec.form;

import org.activeobjects.internal.codec.wire.CodecFault;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.function.Predicate;

/**
 * Finds what an object of the JDK refers to and tells nobody but Java's own serialization, which
 * shows each object that it is about to write.
 */
public final class SerialView extends ObjectOutputStream {

    private final Object holder;
    private final Predicate<Object> wanted;

    private SerialView(Object holder, Predicate<Object> wanted) throws IOException {
        super(OutputStream.nullOutputStream());
        this.holder = holder;
        this.wanted = wanted;
        enableReplaceObject(true);
    }

    /**
     * Looks for the first object of a kind.
     *
     * @param holder a serializable object of the JDK
     * @param kind class of what it refers to
     * @param <T> the kind
     * @return what was found, or {@code null} if there is no such object
     */
    public static <T> T find(Object holder, Class<T> kind) {
        return kind.cast(find(holder, kind::isInstance));
    }

    /**
     * Looks for the first object that is wanted.
     *
     * @param holder a serializable object of the JDK
     * @param wanted says which
     * @return what was found, or {@code null} if there is no such object
     */
    public static Object find(Object holder, Predicate<Object> wanted) {
        try (SerialView view = new SerialView(holder, wanted)) {
            view.writeObject(holder);
            return null;
        } catch (Found found) {
            return found.object;
        } catch (IOException e) {
            throw new CodecFault(
                    holder.getClass().getTypeName(), "its parts cannot be found", null, e);
        }
    }

    @Override
    protected Object replaceObject(Object shown) {
        if (shown == holder) {
            return shown;
        }
        if (wanted.test(shown)) {
            throw new Found(shown);
        }
        return null; // and nothing that it refers to
    }

    /** Ends the search; unlike an exception of streams it is not written to the stream. */
    private static final class Found extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Object object;

        Found(Object object) {
            super(null, null, false, false);
            this.object = object;
        }
    }
}
