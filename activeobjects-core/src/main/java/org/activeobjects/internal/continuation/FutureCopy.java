package org.activeobjects.internal.continuation;

import org.activeobjects.internal.future.Promise;
import org.activeobjects.transport.address.RuntimeId;

/**
 * A future that came from another runtime without its result.
 *
 * <p><b>Threading:</b> safe. The balance is changed under the lock of the table that has it.
 */
public final class FutureCopy extends Promise {

    private final Origin origin;
    private volatile Class<?> type = Object.class;
    private long balance;
    private boolean isUpdated;

    private FutureCopy(Origin origin) {
        super(Object.class, origin);
        this.origin = origin;
    }

    static FutureCopy of(RuntimeId home, long number) {
        return new FutureCopy(new Origin(home, number));
    }

    /**
     * Tells what a message says about the future. Later messages say the same.
     *
     * @param resultType type of its stub
     * @param text what is awaited, for people
     */
    public void describe(Class<?> resultType, String text) {
        type = resultType;
        origin.text = text;
    }

    /**
     * The runtime that sends the result.
     *
     * @return the one that the future came from
     */
    public RuntimeId home() {
        return origin.home;
    }

    /**
     * Its number there.
     *
     * @return 1 or more
     */
    public long number() {
        return origin.number;
    }

    @Override
    public Class<?> resultType() {
        return type;
    }

    /** Messages that brought it, less those that updates have answered for. */
    void add(long messages) {
        balance += messages;
        isUpdated |= messages < 0;
    }

    /** Whether no message and no update of it is on its way. */
    boolean isSettled() {
        return isUpdated && balance == 0;
    }

    /** Whom the result is expected of. */
    private static final class Origin {

        private final RuntimeId home;
        private final long number;
        private volatile String text;

        private Origin(RuntimeId home, long number) {
            this.home = home;
            this.number = number;
        }

        @Override
        public String toString() {
            String known = text;
            return (known == null ? "future " + number : known) + ", passed on by runtime " + home;
        }
    }
}
