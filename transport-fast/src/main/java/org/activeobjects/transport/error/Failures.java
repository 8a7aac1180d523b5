package org.activeobjects.transport.error;

/**
 * Failures for operations that somebody waits for, also where there is no memory for an exception:
 * without one the wait would never end.
 *
 * <p><b>Threading:</b> any.
 */
public final class Failures {

    /** One for all who fail without memory or stack to say why. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // made while there is memory for it
    private static final TransportException UNTOLD =
            TransportException.shared(
                    "it failed, and there was no memory, or no stack, to say why: see the log");

    private Failures() {}

    /**
     * A failure because of a fault of this runtime.
     *
     * @param fault what was thrown
     * @return a new exception, or one that many may share
     */
    public static TransportException because(Throwable fault) {
        try {
            return new TransportException("it failed: reason=" + fault, fault);
        } catch (OutOfMemoryError | StackOverflowError _) {
            return UNTOLD;
        }
    }

    /**
     * A failure for one more who is told of it.
     *
     * @param first what the first one was told
     * @return a new exception that says the same; the first one where there is no memory for it
     */
    public static TransportException again(TransportException first) {
        try {
            return switch (first) {
                case PeerLostException lost ->
                        new PeerLostException(lost.runtime(), lost.getMessage(), lost.getCause());
                case MessageMismatchException _ -> new MessageMismatchException(first.getMessage());
                default -> new TransportClosedException(first.getMessage());
            };
        } catch (OutOfMemoryError | StackOverflowError _) {
            return first;
        }
    }
}
