package org.activeobjects.internal.exchange;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.MessageMismatchException;

import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exchanges of one active object; lives and ends with its body.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ArrayExchange implements AutoCloseable {

    private static final int FNV_BASIS = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;

    private final BodyHandle body;
    private final Endpoint endpoint;
    private final Map<Object, EndpointAddress> partners = new ConcurrentHashMap<>();

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
        return body.state(ArrayExchange.class, () -> new ArrayExchange(body));
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
     */
    public void exchange(
            String tag,
            Object partner,
            Object source,
            int sourceOffset,
            Object destination,
            int destinationOffset,
            int count) {
        Slice out = Slice.of(source, sourceOffset, count);
        Slice in = Slice.of(destination, destinationOffset, count);
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
        if (partner.equals(body.stub())) {
            System.arraycopy(source, sourceOffset, destination, destinationOffset, count);
            return;
        }
        try {
            EndpointAddress to = partners.computeIfAbsent(partner, this::ask);
            endpoint.exchange(to, tag.hashCode() & Integer.MAX_VALUE, contextOf(tag), out, in);
        } catch (MessageMismatchException differ) {
            throw new MessageMismatchException(
                    "the two sides of an exchange do not fit: tag=\""
                            + tag
                            + "\" own="
                            + body.getName()
                            + " partner="
                            + partner
                            + " type="
                            + out.type()
                            + " count="
                            + count
                            + ": "
                            + differ.getMessage(),
                    differ);
        }
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
