package org.activeobjects.transport;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One runtime's presence on all its links.
 *
 * <p>Two planes share the links and never wait behind each other: the <em>matched plane</em> moves
 * arrays between {@linkplain Endpoint endpoints}, the <em>message plane</em> posts messages to
 * {@linkplain MessageHandler handlers} of other runtimes. Peers are connected at first use, by the
 * fastest link that both sides offer. A handler of messages does not wait for that: what it sends
 * goes when the link is there, and a peer that it uses and that cannot be connected is lost.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p>Not for implementation outside this module.
 */
public interface Transport extends AutoCloseable {

    /**
     * Opens a transport with its links and its bootstrap port.
     *
     * @param config how
     * @return an open transport
     * @throws TransportException if no link can be opened at all, or the bootstrap address cannot
     *     be bound
     */
    static Transport open(TransportConfig config) {
        Objects.requireNonNull(config, "the configuration of a transport is null");
        try {
            return factory().open(config);
        } catch (ServiceConfigurationError e) {
            throw new TransportException(
                    ("the transport or its links cannot be loaded: reason=%s cause=%s; if this"
                                    + " process has too few open files, raise its limit (ulimit"
                                    + " -n)")
                            .formatted(e.getMessage(), e.getCause()),
                    e);
        }
    }

    /**
     * Names of the kinds of link that there are, whether they work on this host or not.
     *
     * @return names as in {@link TransportConfig#links}, fastest first
     */
    static List<String> linkNames() {
        return factory().linkNames();
    }

    /**
     * Names of the settings that the links, and what they have in common, know.
     *
     * @return names as in {@link TransportConfig#settings}, in alphabetical order
     */
    static List<String> settingNames() {
        return factory().settingNames();
    }

    private static TransportFactory factory() {
        return ServiceLoader.load(TransportFactory.class, Transport.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "no TransportFactory on the class path: is transport-fast"
                                                + " there whole, with its META-INF/services?"));
    }

    /**
     * What others need in order to reach this runtime.
     *
     * @return the card
     */
    RuntimeCard card();

    /**
     * Makes a peer known; it is connected when it is first used. A card that is known already is
     * ignored.
     *
     * @param card card of the peer
     */
    void learn(RuntimeCard card);

    /**
     * Connects to a runtime of which only the bootstrap's address is known. Returns at once while
     * one that was connected by the same host and port is connected.
     *
     * @param host name or literal address; of several addresses of a name, the first that answers
     *     counts, and each has an equal part of the time to connect
     * @param port its bootstrap port
     * @return its card; the peer is known and connected. If it is this runtime, its own card
     * @throws IllegalArgumentException if the port is not 1 to 65535
     * @throws org.activeobjects.transport.error.TransportException if nobody listens there or the
     *     handshake fails
     * @throws IllegalStateException in a handler of messages, which must not wait; nothing was
     *     begun
     * @throws TransportClosedException if this transport is closed
     */
    RuntimeCard connect(String host, int port);

    /**
     * The runtimes whose cards this one knows, also the last 256 that are lost.
     *
     * @return a copy, itself left out
     */
    List<RuntimeCard> peers();

    /**
     * The name of the link in use to a peer.
     *
     * @param peer a known runtime, or this one ({@code local})
     * @return such as {@code shm}, or {@code null} if none is open
     */
    String linkTo(RuntimeId peer);

    /**
     * Opens an endpoint on the matched plane.
     *
     * @return a new endpoint
     * @throws TransportClosedException if the transport is closed
     */
    Endpoint openEndpoint();

    /**
     * Allocates memory that the fastest link that has such memory moves with fewer copies than an
     * array; where none has, ordinary memory off the heap.
     *
     * @param bytes length, 1 or more
     * @return a buffer of zeros, to be released; stays usable when the transport is closed
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     * @throws OutOfMemoryError if there is no memory left
     * @throws TransportClosedException if the transport is closed
     */
    RegisteredBuffer allocate(long bytes);

    /**
     * Names the code that takes messages. Those that come for a number before it is named are
     * dropped; the log says so once, and their senders are told nothing.
     *
     * @param handler number that senders give, 1 to 255; each once
     * @param code what to run
     * @throws IllegalArgumentException if the number is not 1 to 255
     * @throws IllegalStateException if the number is taken
     * @throws TransportClosedException if the transport is closed
     */
    void handle(int handler, MessageHandler code);

    /**
     * Posts a message. It is copied or sent before this method returns, except for attachments too
     * large for that: then this method returns when the arrays may be changed again. Waits while
     * the peer takes nothing, however long; after the time of the heartbeat one warning tells of
     * it. In a handler it never waits: what is not sent at once goes on from a copy.
     *
     * @param destination a known runtime, or this one
     * @param handler number of the handler there
     * @param stream messages of this runtime to that one with the same stream stay in order
     * @param head bytes of the message; may be changed afterwards
     * @param headLength number of bytes used, from the start of {@code head}
     * @param attachments slices that are sent after the head, straight from their arrays; may be
     *     empty. A gather list comes as one array of bytes
     * @throws PeerLostException if the destination is gone or cannot be reached
     * @throws IllegalArgumentException if the handler's number is out of range, or the message
     *     longer than {@link TransportConfig#maxMessageLength}; nothing was sent
     * @throws IndexOutOfBoundsException if the head is not that long; nothing was sent
     * @throws TransportException if the memory of an attachment is closed; nothing is handled
     */
    void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments);

    /**
     * Posts a message as the method without a timeout does, but waits for room no longer than it is
     * told. Getting a connection is not counted; it has a limit of its own.
     *
     * @param destination a known runtime, or this one
     * @param handler number of the handler there
     * @param stream messages of this runtime to that one with the same stream stay in order
     * @param head bytes of the message; may be changed afterwards
     * @param headLength number of bytes used, from the start of {@code head}
     * @param attachments slices that are sent after the head
     * @param timeout longest wait; zero posts only if that is possible at once
     * @throws PeerLostException if the destination is gone or cannot be reached
     * @throws org.activeobjects.transport.error.TransportTimeoutException if there was no room in
     *     time: {@code isUnsent} says whether nothing was sent, or what had been begun goes on from
     *     a copy, so that to post it again would be to post it twice; the arrays may be changed
     *     either way
     */
    void post(
            RuntimeId destination,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments,
            Duration timeout);

    /**
     * Opens a table of handlers for short messages: at most 255 of each runtime, open until the
     * transport is closed.
     *
     * @param name its name, the same at all runtimes: 1 to 64 letters, digits, {@code .}, {@code -}
     *     and {@code _}
     * @param handlers gives its handlers; called before this method returns
     * @return the table
     * @throws IllegalArgumentException if the name, or the number or name of a handler, is not as
     *     it should be; no table is opened
     * @throws IllegalStateException if a table of this name is open, or there are too many
     * @throws TransportClosedException if the transport is closed
     */
    ActiveMessages openActiveMessages(String name, Consumer<? super ActiveMessages.Table> handlers);

    /**
     * Moves messages on the calling thread for a short time, if no other thread does. For one that
     * is about to sleep until a handler wakes it, though that is likely to happen soon: it is
     * spared two hand-overs between threads. Handlers run on this thread meanwhile. Returns early
     * if one of them has had {@linkplain #afterwards another thread} woken. Does nothing in a
     * handler, in a thread that is interrupted, where this runtime has no core to spare, or while a
     * link is in use that has threads of its own.
     *
     * <p>May be called by virtual threads. It keeps the carrier while it waits, but gives the core
     * up often, and after some of the calls in which it has not waited in vain it yields.
     *
     * @param until what the caller hopes for; looked at often, must be quick and not wait
     * @param idle how long to go on while nothing comes: some ten microseconds
     * @return whether that is there
     */
    boolean help(BooleanSupplier until, Duration idle);

    /**
     * Runs code that wakes another thread: when the calling thread, if it {@linkplain #help helps},
     * has let go of the links, so that who is woken finds them free; at once in any other.
     *
     * @param wake what to run; must not wait. What it throws is logged if it was put off
     */
    void afterwards(Runnable wake);

    /**
     * Asks to be told, once per peer, that a peer is gone. A listener that comes later than a loss
     * is not told of it.
     *
     * @param listener called on a thread of the transport; must not block
     * @return run it to be told no more; another thread may just be calling the listener
     * @throws TransportClosedException if the transport is closed
     */
    Runnable onPeerLost(Consumer<PeerLostException> listener);

    /**
     * Lets peers know, closes links and endpoints, removes what this runtime left in shared memory;
     * idempotent. Pending operations fail with {@code TransportClosedException}.
     *
     * <p>Called by a handler of messages or a listener, it returns when the endpoints are closed; a
     * thread of its own then does what must wait, and another {@code close} waits for that.
     */
    @Override
    void close();
}
