package org.activeobjects.transport.message;

import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.address.RuntimeId;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The handlers of one runtime, by number.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Handlers {

    static final Object[] NO_ATTACHMENTS = {};

    private static final Logger LOG = LogManager.getLogger(Handlers.class);
    private static final int COUNT = 256;

    private final AtomicReferenceArray<MessageHandler> handlers = new AtomicReferenceArray<>(COUNT);
    private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);

    /** No handlers. */
    public Handlers() {}

    /**
     * Names the code for a number.
     *
     * @param number 1 to 255
     * @param code what to run
     * @throws IllegalArgumentException if the number is out of range
     * @throws IllegalStateException if the number is taken
     */
    public void add(int number, MessageHandler code) {
        check(number);
        if (!handlers.compareAndSet(number, null, code)) {
            throw new IllegalStateException("the handler number is taken: handler=" + number);
        }
    }

    /**
     * Checks a number.
     *
     * @param number any number
     * @throws IllegalArgumentException if it is not 1 to 255
     */
    public static void check(int number) {
        if (number < 1 || number >= COUNT) {
            throw new IllegalArgumentException("handler outside 1 to 255: handler=" + number);
        }
    }

    /**
     * Whether the calling thread runs a handler, and so must not wait.
     *
     * @return true if so
     */
    public boolean isRunning() {
        return depth.get()[0] > 0;
    }

    void dispatch(int number, RuntimeId from, int stream, byte[] head, Object[] attachments) {
        MessageHandler code = handlers.get(number);
        if (code == null) {
            LOG.warn(
                    "a message for a handler that is not there was dropped handler={} from={}",
                    number,
                    from);
            return;
        }
        int[] running = depth.get();
        running[0]++;
        try {
            code.onMessage(from, stream, head, attachments);
        } catch (RuntimeException | Error e) {
            // The fault of one handler must not stop the messages of all others.
            LOG.error("a message handler failed handler={} from={}", number, from, e);
        } finally {
            running[0]--;
        }
    }
}
