package org.activeobjects.transport.engine;

import org.activeobjects.transport.Endpoint.Message;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.diagnosis.Awaited;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.matching.Matcher;
import org.activeobjects.transport.matching.Operation;
import org.activeobjects.transport.matching.Operations;
import org.activeobjects.transport.matching.Station;
import org.activeobjects.transport.progress.Waiting;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Looks for the messages of one endpoint: leaves them where they are, or keeps them for a receive.
 *
 * <p><b>Threading:</b> safe.
 */
final class Probes {

    private final MatchedEndpoint endpoint;
    private final Station station;
    private final Matcher matcher;
    private final Operations operations;

    Probes(MatchedEndpoint endpoint) {
        this.endpoint = endpoint;
        this.station = endpoint.station();
        this.matcher = station.matcher();
        this.operations = station.operations();
    }

    /** The oldest message, or null if there is none yet; without an allocation then. */
    Status find(EndpointAddress source, int tag, int context) {
        matcher.checkOpen();
        Operation pattern = operations.lease();
        endpoint.aimReceive(pattern, source, tag, context, Slice.EMPTY);
        Status found = matcher.find(pattern, false);
        TransportException never = null;
        if (found == null) {
            station.pollOnce();
            never = matcher.whyNever(pattern);
            found = matcher.find(pattern, false); // its last message comes before its end
        }
        operations.giveBack(pattern);
        if (found == null && never != null) {
            throw never; // or who asks again and again would do so for ever
        }
        return found;
    }

    /** The same, and keeps it. */
    Message take(EndpointAddress source, int tag, int context) {
        if (find(source, tag, context) == null) {
            return null;
        }
        Operation pattern = pattern(source, tag, context);
        Status found = matcher.find(pattern, true);
        return found == null ? null : new KeptMessage(endpoint, pattern, tag, found);
    }

    private Operation pattern(EndpointAddress source, int tag, int context) {
        Operation pattern = new Operation(station);
        endpoint.aimReceive(pattern, source, tag, context, Slice.EMPTY);
        return pattern;
    }

    /** Waits for a message. */
    Status await(EndpointAddress source, int tag, int context, Duration timeout) {
        return await("probe", pattern(source, tag, context), timeout, false);
    }

    /** The same, and keeps it. */
    Message awaitAndTake(EndpointAddress source, int tag, int context, Duration timeout) {
        Operation pattern = pattern(source, tag, context);
        return new KeptMessage(endpoint, pattern, tag, await("mprobe", pattern, timeout, true));
    }

    private Status await(String call, Operation pattern, Duration timeout, boolean isKept) {
        Awaited what = new Awaited(call, pattern);
        BooleanSupplier isOver = () -> matcher.find(pattern, false) != null || isDead(pattern);
        long startNs = System.nanoTime();
        long timeoutNs = Waiting.nanos(timeout);
        while (true) {
            if (!endpoint.watch(what, isOver, leftOf(timeoutNs, startNs))) {
                throw new TransportTimeoutException(
                        "no message in time: timeout=" + timeout + " operation=" + what);
            }
            Status found = matcher.find(pattern, isKept);
            if (found != null) {
                return found;
            }
            TransportException why = matcher.whyNever(pattern);
            if (why != null) {
                throw why;
            }
            station.misfits().check(pattern.peer(), pattern.peerEndpoint());
            // Another thread has received it meanwhile.
        }
    }

    private static long leftOf(long timeoutNs, long startNs) {
        return timeoutNs == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : timeoutNs - (System.nanoTime() - startNs);
    }

    private boolean isDead(Operation pattern) {
        return matcher.whyNever(pattern) != null
                || station.misfits().isAbout(pattern.peer(), pattern.peerEndpoint());
    }
}
