package org.activeobjects.transport;

import org.activeobjects.transport.address.RuntimeId;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table of handlers that the runtimes of a job have in common, and the way to have them run at
 * other runtimes: a <em>request</em> of up to eight words is handled where it arrives, and its
 * handler may send one <em>reply</em>; a <em>bulk</em> request brings elements, too, straight from
 * the caller's array into memory that the handler's side names.
 *
 * <pre>{@code
 * long[] total = new long[1];
 * ActiveMessages sums = transport.openActiveMessages("sums", table -> table
 *         .onRequest(1, "add", request -> request.reply(2, total[0] += request.word(0)))
 *         .onReply(2, "total", reply -> seen = reply.word(0))
 *         .onBulk(3, "row", bulk -> Slice.of(rows[(int) bulk.word(0)]), bulk -> arrived++));
 *
 * ActiveMessages.Target target = sums.target(peer);
 * target.request(1, 42);
 * target.await(() -> seen == 42, Duration.ofSeconds(5));
 * target.bulk(3, Slice.of(row), new long[] {7}, 1);
 * }</pre>
 *
 * <p>Every runtime opens the table by the same name with the same numbers, kinds and names of
 * handlers; that they agree is checked before the first message.
 *
 * <p><b>Flow:</b> at most {@link #WINDOW} requests to one runtime are under way; who asks for more
 * waits, and moves the links meanwhile. A reply never waits: each request has room for its reply
 * set aside. Handlers never wait, so nothing can be locked in a circle.
 *
 * <p><b>A handler that throws</b> has handled its message: the log says so, with the stack for the
 * first time, and the sender is told nothing. Its request has no reply unless that was sent before,
 * so who waits for one does so with a limit.
 *
 * <p><b>Threading:</b> safe. A handler is called by whatever thread moves the link at that moment
 * and must neither block nor compute for long; one that takes more than a tenth of a second is
 * reported once (a second, if it computes but gets no core, or the JVM is younger than five
 * seconds). Messages of one runtime are handled one after another, requests in their order, bulk
 * requests when their elements are complete; those of different runtimes may be handled at the same
 * time. Short messages allocate nothing.
 *
 * <p><b>Source:</b> Active Messages (von Eicken et al., ISCA 1992), with the request-reply rule and
 * the bundles of handlers of Active Messages 2, which Jam brought to Java. Different here: tables
 * have names and their agreement is checked, and the destination of a bulk request is chosen when
 * it is announced.
 *
 * <p>Not for implementation outside this module.
 */
public interface ActiveMessages {

    /** Most words of a message. */
    int MAX_WORDS = 8;

    /** Requests to one runtime that may be under way. */
    int WINDOW = 256;

    /**
     * Name of the table.
     *
     * @return as it was opened
     */
    String name();

    /**
     * The same table at another runtime, or at this one. Connects to it, and waits until it has
     * opened the table, at most for the time to connect.
     *
     * @param peer a known runtime, or this one
     * @return what sends to it; the same each time
     * @throws org.activeobjects.transport.error.MessageMismatchException if the two tables differ;
     *     the message shows both
     * @throws org.activeobjects.transport.error.TransportTimeoutException if the peer does not open
     *     the table in time; a later call may succeed
     * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone
     * @throws org.activeobjects.transport.error.TransportClosedException if this transport is
     *     closed
     * @throws IllegalStateException in a handler, which must not wait, unless it is this runtime
     */
    Target target(RuntimeId peer);

    /**
     * Moves the links until handlers have made a condition true.
     *
     * @param condition looked at after each handler; cheap, and without side effect
     * @param timeout longest wait; zero looks once
     * @return whether it is true
     * @throws org.activeobjects.transport.error.TransportClosedException if the transport is closed
     *     while the condition is false
     * @throws IllegalStateException in a handler, which must not wait
     */
    boolean await(BooleanSupplier condition, Duration timeout);

    /** Takes the handlers of a table while it is opened; each number is given once. */
    interface Table {

        /**
         * Names the code for short requests.
         *
         * @param number 1 to 255
         * @param name what it is called in messages of errors
         * @param code what to run; may reply
         * @return this
         * @throws IllegalArgumentException if the number is out of range or taken, or the name is
         *     not 1 to 64 letters, digits, {@code .}, {@code -} and {@code _}
         */
        Table onRequest(int number, String name, Consumer<? super Request> code);

        /**
         * Names the code for replies.
         *
         * @param number 1 to 255
         * @param name what it is called in messages of errors
         * @param code what to run
         * @return this
         * @throws IllegalArgumentException as for {@link #onRequest}
         */
        Table onReply(int number, String name, Consumer<? super Message> code);

        /**
         * Names the code for bulk requests.
         *
         * @param number 1 to 255
         * @param name what it is called in messages of errors
         * @param room says where the elements of an announced request go: a slice of the same type
         *     that is long enough, that every thread may write, and that stays as it is until the
         *     request is complete; {@code null}, or an exception, refuses it
         * @param code what to run when all elements are there; may reply
         * @param brokenOff what to run if they will never be: the sender is lost, or could not read
         *     them any more, or the memory of the slice was closed. The slice is partly written
         *     then, and nothing is written to it any more; there is no reply
         * @return this
         * @throws IllegalArgumentException as for {@link #onRequest}
         */
        Table onBulk(
                int number,
                String name,
                Function<? super Bulk, Slice> room,
                Consumer<? super Bulk> code,
                Consumer<? super Bulk> brokenOff);

        /**
         * As above, for a handler that need not be told of what never comes to its end: the slice
         * is let go of, and the log tells of it.
         *
         * @param number 1 to 255
         * @param name what it is called in messages of errors
         * @param room says where the elements of an announced request go
         * @param code what to run when all elements are there; may reply
         * @return this
         * @throws IllegalArgumentException as for {@link #onRequest}
         */
        default Table onBulk(
                int number,
                String name,
                Function<? super Bulk, Slice> room,
                Consumer<? super Bulk> code) {
            return onBulk(number, name, room, code, bulk -> {});
        }

        /**
         * Names the code for bulk requests that all go to one place.
         *
         * @param number 1 to 255
         * @param name what it is called in messages of errors
         * @param room where the elements go; who sends may not send again before they are used
         * @param code what to run when all elements are there; may reply
         * @return this
         * @throws IllegalArgumentException as for {@link #onRequest}
         */
        default Table onBulk(int number, String name, Slice room, Consumer<? super Bulk> code) {
            Objects.requireNonNull(room, "the room for a bulk request is null");
            return onBulk(number, name, bulk -> room, code);
        }
    }

    /** What a handler is given; valid during its call only. */
    interface Message {

        /**
         * Who has sent it.
         *
         * @return the runtime
         */
        RuntimeId from();

        /**
         * How many words it has.
         *
         * @return 0 to 8
         */
        int words();

        /**
         * One of its words.
         *
         * @param index 0 to {@code words() - 1}
         * @return the word
         * @throws IndexOutOfBoundsException if there is none of this index
         */
        long word(int index);
    }

    /** A request, of which the handler may reply once. */
    interface Request extends Message {

        /**
         * Replies without words.
         *
         * @param handler number of a reply's handler
         * @throws IllegalStateException if this request has its reply, or is no longer being
         *     handled
         * @throws IllegalArgumentException if the table has no such handler for replies
         */
        default void reply(int handler) {
            reply(handler, NO_WORDS, 0);
        }

        /**
         * Replies with one word.
         *
         * @param handler number of a reply's handler
         * @param word0 the word
         */
        void reply(int handler, long word0);

        /**
         * Replies with two words.
         *
         * @param handler number of a reply's handler
         * @param word0 first word
         * @param word1 second word
         */
        void reply(int handler, long word0, long word1);

        /**
         * Replies with any words.
         *
         * @param handler number of a reply's handler
         * @param words the words; copied
         * @param count how many of them, 0 to 8
         * @throws IllegalStateException if this request has its reply, or is no longer being
         *     handled
         * @throws IllegalArgumentException if the table has no such handler for replies, or there
         *     are too many words
         */
        void reply(int handler, long[] words, int count);
    }

    /** A bulk request: announced to the one who says where it goes, then complete. */
    interface Bulk extends Request {

        /**
         * Type of its elements.
         *
         * @return the type
         */
        ElementType type();

        /**
         * Number of its elements.
         *
         * @return 0 or more
         */
        long count();

        /**
         * Where the elements lie.
         *
         * @return the slice that was given for them, or {@code null} while it is only announced
         */
        Slice room();
    }

    /** No words. */
    long[] NO_WORDS = {};

    /** A table at one runtime. */
    interface Target {

        /**
         * Whose table it is.
         *
         * @return the runtime
         */
        RuntimeId peer();

        /**
         * Sends a request without words; for all else see {@link #request(int, long[], int)}.
         *
         * @param handler number of a request's handler
         */
        default void request(int handler) {
            request(handler, NO_WORDS, 0);
        }

        /**
         * Sends a request of one word; for all else see {@link #request(int, long[], int)}.
         *
         * @param handler number of a request's handler
         * @param word0 the word
         */
        void request(int handler, long word0);

        /**
         * Sends a request of two words; for all else see {@link #request(int, long[], int)}.
         *
         * @param handler number of a request's handler
         * @param word0 first word
         * @param word1 second word
         */
        void request(int handler, long word0, long word1);

        /**
         * Sends a request. Waits while too many are under way, however long, and moves the links
         * meanwhile; after the time of the heartbeat one warning tells of it.
         *
         * @param handler number of a request's handler
         * @param words the words; copied
         * @param count how many of them, 0 to 8
         * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone; whether
         *     requests under way were handled is not known
         * @throws org.activeobjects.transport.error.TransportClosedException if this transport is
         *     closed, and the peer was not gone by then
         * @throws IllegalArgumentException if the table has no such handler for requests, or there
         *     are too many words; nothing was sent
         * @throws IllegalStateException if it would have to wait in a handler; nothing was sent
         */
        void request(int handler, long[] words, int count);

        /**
         * Sends a request if that is possible without waiting. May be called by handlers.
         *
         * @param handler number of a request's handler
         * @param words the words; copied
         * @param count how many of them, 0 to 8
         * @return false, and nothing is sent, if too many requests are under way
         * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone
         * @throws IllegalArgumentException as for {@link #request(int, long[], int)}
         */
        boolean tryRequest(int handler, long[] words, int count);

        /**
         * Sends a bulk request, and returns when its elements may be changed again. Waits as {@link
         * #request(int, long[], int)} does.
         *
         * @param handler number of a bulk request's handler
         * @param source the elements
         * @param words further words; copied
         * @param count how many of them, 0 to 8
         * @throws org.activeobjects.transport.error.MessageMismatchException if the peer has
         *     refused it before the last element was sent. If it refuses later, a warning tells of
         *     it
         * @throws org.activeobjects.transport.error.TransportClosedException if the peer has closed
         *     the memory of its room before the last element was sent. If it does so later, a
         *     warning there tells of it
         * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone
         * @throws IllegalArgumentException if the table has no such handler for bulk requests, or
         *     there are too many words; nothing was sent
         * @throws IllegalStateException in a handler, which must not wait
         */
        void bulk(int handler, Slice source, long[] words, int count);

        /**
         * Moves the links until handlers have made a condition true, which needs this peer.
         *
         * @param condition looked at after each handler; cheap, and without side effect
         * @param timeout longest wait; zero looks once
         * @return whether it is true
         * @throws org.activeobjects.transport.error.PeerLostException if the peer is gone while the
         *     condition is false
         * @throws IllegalStateException in a handler, which must not wait
         */
        boolean await(BooleanSupplier condition, Duration timeout);

        /**
         * Requests to this peer, of any table, that it has not handled yet as far as is known here;
         * to this runtime itself, those of this table. A peer tells of requests without replies
         * when there are 64 of them, or with its next reply: so fewer may count as under way for
         * ever. Who must know that all are handled sends one more, and waits for its reply.
         *
         * @return 0 to {@link #WINDOW}
         */
        int underWay();
    }
}
