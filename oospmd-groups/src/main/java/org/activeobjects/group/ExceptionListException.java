package org.activeobjects.group;

import org.activeobjects.error.ActiveObjectException;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * Calls of some members of a group failed; all the others were served.
 *
 * <p><b>Source:</b> {@code ExceptionListException} of ProActive.
 */
public class ExceptionListException extends ActiveObjectException
        implements Iterable<ExceptionInGroup> {

    @Serial private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // always made by List.copyOf, which is serializable
    private final List<ExceptionInGroup> exceptions;

    /**
     * The failures of a call.
     *
     * @param what the call, for the message
     * @param exceptions one or more
     * @throws IllegalArgumentException if there is none
     * @throws NullPointerException if the list, or a failure in it, is {@code null}
     */
    public ExceptionListException(String what, List<ExceptionInGroup> exceptions) {
        requireSome(what, exceptions);
        super(
                what
                        + " failed for "
                        + exceptions.size()
                        + " members of the group, first: "
                        + exceptions.getFirst().getMessage(),
                exceptions.getFirst());
        this.exceptions = List.copyOf(exceptions);
        exceptions.stream().skip(1).forEach(this::addSuppressed);
    }

    private static void requireSome(String what, List<ExceptionInGroup> exceptions) {
        Objects.requireNonNull(exceptions, "the list of the failures of a call is null");
        if (exceptions.isEmpty()) {
            throw new IllegalArgumentException(
                    "a call whose members have not failed has no failures to tell: what="
                            + what
                            + " exceptions=0; throw it only if there is one or more");
        }
    }

    /** The failures among members as they are seen; null if there is none. */
    static ExceptionListException ofMembers(List<Object> seen) {
        List<ExceptionInGroup> failed = new ArrayList<>();
        for (int index = 0; index < seen.size(); index++) {
            ExceptionInGroup failure = failureOf(seen.get(index), index);
            if (failure != null) {
                failed.add(failure);
            }
        }
        return failed.isEmpty() ? null : new ExceptionListException("a call", failed);
    }

    private static ExceptionInGroup failureOf(Object seen, int index) {
        Members<?> inner = Dispatcher.of(seen);
        if (inner == null) {
            return seen instanceof ExceptionInGroup failure ? failure : null;
        }
        ExceptionListException failures = inner.getExceptionList();
        return failures == null ? null : new ExceptionInGroup(seen, index, failures);
    }

    /**
     * Number of members whose call failed.
     *
     * @return 1 or more
     */
    public int size() {
        return exceptions.size();
    }

    @Override
    public Iterator<ExceptionInGroup> iterator() {
        return exceptions.iterator();
    }
}
