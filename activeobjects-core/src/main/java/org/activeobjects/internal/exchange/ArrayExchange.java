package org.activeobjects.internal.exchange;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;
import org.activeobjects.transport.error.TransportClosedException;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The exchanges of one active object; lives and ends with its body.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ArrayExchange implements AutoCloseable {

    private static final int FNV_BASIS = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final byte[] NOTHING = {};

    /** More partners than most have; others are found by what their stubs stand for. */
    private static final int REMEMBERED = 32;

    private final BodyHandle body;
    private final Endpoint endpoint;
    private final Map<Object, EndpointAddress> addresses =
            Collections.synchronizedMap(new WeakHashMap<>()); // keeps no partner from ending
    private final AtomicReference<Slices> spare = new AtomicReference<>();

    /**
     * Some that it has exchanged with, found by the very stubs; what is published never changes.
     */
    private volatile Partner[] partners = {};

    /** The stub of one to exchange with; without an address it is the active object itself. */
    private static final class Partner extends WeakReference<Object> {
        private final EndpointAddress address;

        private Partner(Object stub, EndpointAddress address) {
            super(stub);
            this.address = address;
        }
    }

    /** The two slices of one exchange at a time. */
    private record Slices(Slice out, Slice in) {}

    private ArrayExchange(BodyHandle body) {
        this.body = body;
        this.endpoint = body.runtime().transport().openEndpoint();
    }

    /**
     * The exchanges of a body.
     *
     * @param body any body
     * @return always the same for one body
     */
    static ArrayExchange of(BodyHandle body) {
        ArrayExchange known = body.state(ArrayExchange.class);
        return known != null
                ? known
                : body.state(ArrayExchange.class, () -> new ArrayExchange(body));
    }

    /**
     * The exchanges of the active object that the calling thread serves.
     *
     * @return its exchanges
     * @throws IllegalStateException if the thread serves none
     */
    public static ArrayExchange ofCaller() {
        BodyHandle body = BodyHandle.current();
        if (body == null) {
            throw new IllegalStateException(
                    "only an active object exchanges arrays with another: thread="
                            + Thread.currentThread().getName());
        }
        return of(body);
    }

    /** What a partner has to know. */
    String[] describe() {
        EndpointAddress address = endpoint.address();
        return new String[] {address.runtime().toString(), String.valueOf(address.id())};
    }

    /**
     * Sends elements to another active object and receives as many from it; returns when both are
     * done.
     *
     * @param tag name of the exchange, the same on both sides
     * @param partner stub of the other active object, which names this one; may be this one itself
     * @param source array of primitives
     * @param sourceOffset index of the first element sent
     * @param destination array of the same type
     * @param destinationOffset index of the first element received
     * @param count number of elements, the same on both sides
     * @throws NullPointerException if the tag, the partner or an array is {@code null}
     */
    public void exchange(
            String tag,
            Object partner,
            Object source,
            int sourceOffset,
            Object destination,
            int destinationOffset,
            int count) {
        Objects.requireNonNull(tag, "the tag of an exchange is null");
        Objects.requireNonNull(partner, "the partner of an exchange is null");
        Objects.requireNonNull(source, "the source array of an exchange is null");
        Objects.requireNonNull(destination, "the destination array of an exchange is null");
        Slices taken = spare.getAndSet(null);
        Slices slices = taken == null ? new Slices(new Slice(), new Slice()) : taken;
        Slice out = slices.out.wrap(source, sourceOffset, count);
        Slice in = slices.in.wrap(destination, destinationOffset, count);
        if (source == destination && Math.abs((long) sourceOffset - destinationOffset) < count) {
            throw new IllegalArgumentException(
                    "source and destination of an exchange overlap: tag=\""
                            + tag
                            + "\" source="
                            + sourceOffset
                            + " destination="
                            + destinationOffset
                            + " count="
                            + count);
        }
        EndpointAddress to = addressOf(partner);
        if (to == null) {
            System.arraycopy(source, sourceOffset, destination, destinationOffset, count);
            giveBack(slices);
            return;
        }
        try {
            endpoint.exchange(to, tag.hashCode() & Integer.MAX_VALUE, contextOf(tag), out, in);
            giveBack(slices);
        } catch (MessageMismatchException differ) {
            throw new MessageMismatchException(
                    "the two sides of an exchange do not fit: "
                            + call(tag, partner, out)
                            + ": "
                            + differ.getMessage(),
                    differ);
        } catch (TransportClosedException closed) {
            throw new TransportClosedException(
                    "one side of an exchange has ended: "
                            + call(tag, partner, out)
                            + ": "
                            + closed.getMessage(),
                    closed);
        }
    }

    private String call(String tag, Object partner, Slice out) {
        return "tag=\""
                + tag
                + "\" own="
                + body.getName()
                + " partner="
                + partner
                + " type="
                + out.type()
                + " count="
                + out.count();
    }

    /** Of an exchange that is done on both sides: nobody else knows them any more. */
    private void giveBack(Slices slices) {
        slices.out.wrap(NOTHING, 0, 0); // the arrays can be collected
        slices.in.wrap(NOTHING, 0, 0);
        spare.set(slices);
    }

    /** Where a partner is; null if it is this active object itself. */
    private EndpointAddress addressOf(Object partner) {
        for (Partner known : partners) {
            if (known.refersTo(partner)) {
                return known.address;
            }
        }
        boolean isItself = partner.equals(body.stub());
        EndpointAddress address = isItself ? null : addresses.get(partner);
        if (!isItself && address == null) {
            address = ask(partner); // not under a lock of the map: others may wait for theirs
            addresses.put(partner, address);
        }
        remember(new Partner(partner, address));
        return address;
    }

    private synchronized void remember(Partner partner) {
        Partner[] before = partners;
        Partner[] longer = Arrays.copyOf(before, Math.min(before.length + 1, REMEMBERED));
        System.arraycopy(before, 0, longer, 1, longer.length - 1);
        longer[0] = partner;
        partners = longer;
    }

    private EndpointAddress ask(Object partner) {
        try {
            String[] answer =
                    (String[])
                            ((RuntimeServices) body.runtime())
                                    .callExtension(partner, ExchangeExtension.NAME, null)
                                    .join();
            return new EndpointAddress(RuntimeId.parse(answer[0]), Integer.parseInt(answer[1]));
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new ActiveObjectException(
                            "partner of an exchange does not answer: partner=" + partner, failed);
        }
    }

    /** With the tag's own hash 62 bits: that two names of a program meet is not to be expected. */
    private static int contextOf(String tag) {
        int hash = FNV_BASIS;
        for (int i = 0; i < tag.length(); i++) {
            hash = (hash ^ tag.charAt(i)) * FNV_PRIME;
        }
        return hash & Integer.MAX_VALUE;
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
