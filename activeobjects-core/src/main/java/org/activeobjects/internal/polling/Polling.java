package org.activeobjects.internal.polling;

import org.activeobjects.transport.Transport;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What threads do for the links of one runtime before they sleep until a message comes: they look
 * for it by themselves, for some ten microseconds.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Polling {

    /** For one who has answered: as long as a caller takes that is awake and calls again. */
    private static final Duration NEXT_REQUEST = Duration.ofNanos(50_000);

    /**
     * For one who has called: as long as the other side takes when several threads have to be woken
     * there. Only if the answer is taken by who waits for it, the next request comes soon enough
     * for who has answered; so this begins what the other keeps up.
     */
    private static final Duration ANSWER = Duration.ofNanos(300_000);

    private final Transport transport;
    private final Duration idle;
    private final Patience patience = new Patience();

    private Polling(Transport transport, Duration idle) {
        this.transport = transport;
        this.idle = idle;
    }

    /**
     * For threads that have called another runtime.
     *
     * @param transport the transport of their own one
     * @return a new one
     */
    public static Polling forAnswers(Transport transport) {
        return new Polling(transport, ANSWER);
    }

    /**
     * For threads of active objects that have served another runtime.
     *
     * @param transport the transport of their own one
     * @return a new one
     */
    public static Polling forRequests(Transport transport) {
        return new Polling(transport, NEXT_REQUEST);
    }

    /**
     * Moves the links for a short time, unless that has been in vain of late.
     *
     * @param until what is hoped for; must not wait
     * @return whether that is there
     */
    public boolean until(BooleanSupplier until) {
        if (!patience.isWorthATrial()) {
            return until.getAsBoolean();
        }
        boolean isThere = transport.help(until, idle);
        patience.learn(isThere);
        return isThere;
    }

    /**
     * Wakes another thread; if the calling one moves the links, when it has let go of them.
     *
     * @param links what moves the links that the reason has come by; {@code null} if by none
     * @param wake what to run; must not wait
     */
    public static void afterwards(Polling links, Runnable wake) {
        if (links == null) {
            wake.run();
        } else {
            links.transport.afterwards(wake);
        }
    }
}
