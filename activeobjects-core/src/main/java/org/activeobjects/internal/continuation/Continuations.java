package org.activeobjects.internal.continuation;

import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Undecoded;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The futures that one runtime has passed on, and those that were passed to it.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Continuations {

    /** In the place of a traveller that is no future. */
    private static final long NONE = 0;

    /** Runtimes that are lost and still known: the transport keeps as many. */
    static final int LOST_KEPT = 256;

    private final Updates updates;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentMap<Promise, PassedFuture> passed = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, PassedFuture> passedByNumber = new ConcurrentHashMap<>();
    private final ConcurrentMap<RuntimeId, Home> homes = new ConcurrentHashMap<>();
    private final ArrayDeque<RuntimeId> lost = new ArrayDeque<>();
    private final AtomicLong sentUpdates = new AtomicLong();
    private final AtomicLong lateUpdates = new AtomicLong();

    /**
     * For one runtime.
     *
     * @param updates sends results
     */
    public Continuations(Updates updates) {
        this.updates = updates;
    }

    /**
     * Names a future that a message is about to carry.
     *
     * @param promise what is behind it
     * @return to be listed among the travellers of the message
     */
    public PassedFuture pass(Promise promise) {
        PassedFuture known = passed.get(promise);
        if (known == null) {
            PassedFuture fresh = new PassedFuture(numbers.incrementAndGet(), promise);
            known = passed.putIfAbsent(promise, fresh);
            if (known == null) {
                known = fresh;
                passedByNumber.put(fresh.number(), fresh);
                promise.whenDone(() -> onResult(fresh));
            }
        }
        return known;
    }

    private void onResult(PassedFuture future) {
        passed.remove(future.promise());
        passedByNumber.remove(future.number());
        send(future, future.arrived());
    }

    private void send(PassedFuture future, Map<RuntimeId, Integer> owed) {
        if (!owed.isEmpty()) {
            sentUpdates.addAndGet(owed.size());
            Soon.run("update of " + future.promise(), () -> updates.send(future, owed));
        }
    }

    /**
     * Whether there are futures among the travellers of a message.
     *
     * @param travellers what a message carries unresolved
     * @return true if one is a future
     */
    public static boolean areAmong(List<Object> travellers) {
        for (int i = 0; i < travellers.size(); i++) {
            if (travellers.get(i) instanceof PassedFuture) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes into a message which futures it carries. To be done once, after it was encoded.
     *
     * @param message a message with travellers
     */
    public void seal(EncodedMessage message) {
        List<Object> travellers = message.travellers();
        long[] carried = new long[travellers.size()];
        for (int i = 0; i < carried.length; i++) {
            carried[i] = travellers.get(i) instanceof PassedFuture future ? future.number() : NONE;
        }
        message.attachments().add(Slice.of(carried));
    }

    /**
     * Notes that a message has gone: its receiver will get the results.
     *
     * @param to who gets it
     * @param travellers the futures that it carries
     */
    public void posted(RuntimeId to, List<Object> travellers) {
        for (Object traveller : travellers) {
            if (traveller instanceof PassedFuture future) {
                send(future, future.posted(to));
            }
        }
    }

    /**
     * Makes room for the results that will follow a message.
     *
     * @param from who sent it
     * @param attachments what came beside it; the numbers of the futures become the futures
     */
    public void arrived(RuntimeId from, Object[] attachments) {
        int last = attachments.length - 1;
        if (last < 0 || !(attachments[last] instanceof long[] carried)) {
            throw new SerializationException("message does not list its futures: from=" + from);
        }
        Home home = homes.computeIfAbsent(from, id -> new Home());
        FutureCopy[] copies = new FutureCopy[carried.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = carried[i] == NONE ? null : home.count(from, carried[i], 1);
        }
        attachments[last] = copies;
        home.failIfLost(from);
    }

    /**
     * A future that a message carries.
     *
     * @param attachments what came beside the message, after {@link #arrived}
     * @param index its position in the list of travellers
     * @return its copy here
     * @throws SerializationException if the message carries no such future
     */
    public static FutureCopy carried(Object[] attachments, int index) {
        int last = attachments.length - 1;
        if (last >= 0
                && attachments[last] instanceof FutureCopy[] copies
                && index >= 0
                && index < copies.length
                && copies[index] != null) {
            return copies[index];
        }
        throw new SerializationException("message carries no such future: index=" + index);
    }

    /**
     * Completes a copy.
     *
     * @param from runtime that the future came from
     * @param number its number there
     * @param messages how many of its messages this answers for
     * @param result the result
     */
    public void update(RuntimeId from, long number, long messages, Undecoded result) {
        if (messages <= 0) {
            throw new SerializationException("update of no message: messages=" + messages);
        }
        FutureCopy copy =
                homes.computeIfAbsent(from, id -> new Home()).count(from, number, -messages);
        if (copy.isDone()) {
            lateUpdates.incrementAndGet();
        }
        copy.undecoded(result);
    }

    /**
     * Fails what waits for a runtime.
     *
     * @param runtime the lost runtime
     * @param loss why
     * @return how many futures failed
     */
    public int lost(RuntimeId runtime, PeerLostException loss) {
        int failed = fail(runtime, loss);
        forgetOldest(runtime);
        return failed;
    }

    private int fail(RuntimeId runtime, PeerLostException loss) {
        Home home = homes.computeIfAbsent(runtime, id -> new Home());
        home.loss = loss;
        return home.failIfLost(runtime);
    }

    /** A runtime that lives long loses many others, and knows some for what they sent before. */
    private void forgetOldest(RuntimeId latest) {
        synchronized (lost) {
            lost.add(latest);
            if (lost.size() > LOST_KEPT) {
                homes.remove(lost.remove());
            }
        }
    }

    /** Fails what waits for any other runtime, because this one is closed. */
    public void close() {
        homes.keySet()
                .forEach(
                        id ->
                                fail(
                                        id,
                                        new PeerLostException(
                                                id.toString(),
                                                "this runtime has been closed",
                                                null)));
    }

    /**
     * A future whose result is still to be sent.
     *
     * @param number its number
     * @return the promise, or {@code null} if its result has come
     */
    public Promise awaited(long number) {
        PassedFuture future = passedByNumber.get(number);
        return future == null ? null : future.promise();
    }

    /** Counts, for people. */
    @Override
    public String toString() {
        int copies = homes.values().stream().mapToInt(home -> home.copies.size()).sum();
        return "passedFutures="
                + passed.size()
                + " copiedFutures="
                + copies
                + " sentUpdates="
                + sentUpdates
                + " lateUpdates="
                + lateUpdates;
    }

    /** What came from one runtime and is not settled. */
    private static final class Home {

        private final ConcurrentMap<Long, FutureCopy> copies = new ConcurrentHashMap<>();
        private volatile PeerLostException loss;

        /** Counts messages, or with a negative number those that an update answers for. */
        FutureCopy count(RuntimeId from, long number, long messages) {
            FutureCopy[] counted = new FutureCopy[1];
            copies.compute(
                    number,
                    (key, known) -> {
                        FutureCopy copy = known == null ? FutureCopy.of(from, number) : known;
                        copy.add(messages);
                        counted[0] = copy;
                        return copy.isSettled() ? null : copy;
                    });
            return counted[0];
        }

        int failIfLost(RuntimeId id) {
            PeerLostException why = loss;
            int failed = 0;
            if (why != null) {
                for (Long number : copies.keySet()) {
                    FutureCopy copy = copies.remove(number);
                    if (copy != null && !copy.isDone()) {
                        failed++;
                        copy.failure(
                                new FutureMonitoringPingFailureException(
                                        "no result will come, the runtime that passed the future on"
                                                + " is gone: future="
                                                + copy
                                                + " runtime="
                                                + id
                                                + " reason="
                                                + why.getMessage(),
                                        why));
                    }
                }
            }
            return failed;
        }
    }
}
