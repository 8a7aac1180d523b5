package org.activeobjects.internal.request;

import org.activeobjects.node.Delivery;
import org.activeobjects.spi.StubMethod;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a runtime has to say of calls that make their callers wait: which methods they are, once
 * each in the log, and how long a caller waits at most.
 *
 * <p><b>Threading:</b> safe.
 */
public final class SynchronousCalls {

    /**
     * System property: longest wait of a synchronous call, and for what another runtime is asked,
     * in milliseconds; 0, the default: none.
     */
    public static final String LIMIT = "activeobjects.synchronousCallTimeoutMs";

    private static final Logger LOG = LogManager.getLogger(SynchronousCalls.class);

    private final long limitMs = limit(System.getProperty(LIMIT, "0"));
    private final Set<Object> said = ConcurrentHashMap.newKeySet();

    private final boolean awaitsArrival;

    /**
     * With the limit that the system property says at this time.
     *
     * @param delivery whether callers wait until their calls have arrived
     */
    public SynchronousCalls(Delivery delivery) {
        this.awaitsArrival = delivery == Delivery.CAUSAL;
    }

    /**
     * Whether each caller waits until its call is in the queue of the callee.
     *
     * @return false unless the runtime was made so
     */
    public boolean awaitsArrival() {
        return awaitsArrival;
    }

    /**
     * How long a caller waits at most.
     *
     * @return milliseconds, 0 for ever
     */
    public long limitMs() {
        return limitMs;
    }

    private static long limit(String text) {
        try {
            long limit = Long.parseLong(text.strip());
            if (limit >= 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong(text), e);
        }
        throw new IllegalArgumentException(wrong(text));
    }

    private static String wrong(String text) {
        return "no number of milliseconds: " + LIMIT + "=" + text + "; 0 stands for no limit";
    }

    /**
     * A caller is about to wait.
     *
     * @param method what it calls
     * @return how long it waits at most in milliseconds, 0 for ever; the request runs on after that
     */
    public long begin(StubMethod method) {
        if (said.add(method)) {
            LOG.info("callers wait for the result of method={}", method);
        }
        return limitMs;
    }
}
