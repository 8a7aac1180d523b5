package org.activeobjects.internal.remote;

import org.activeobjects.internal.codec.EncodedMessage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The header of every message between two runtimes, little endian.
 *
 * <pre>
 *  0 kind  1 flags  2 op (system)  3 marks  4 method id
 *  8 callee number
 * 16 sender number
 * 24 request id (0: nothing is to be told)
 * 32 hash of the method table
 * 40 content as the codec writes it, then what the marks say
 * </pre>
 */
public final class Wire {

    /** Number of our handler on the message plane. */
    public static final int HANDLER = 16;

    /** A call of a method. */
    public static final byte REQUEST = 1;

    /** The answer to any of the others. */
    public static final byte REPLY = 2;

    /** A call of an extension of a body. */
    public static final byte EXTENSION = 3;

    /** An order to end. */
    public static final byte TERMINATE = 4;

    /** Something a runtime is to do; see {@link SystemOps}. */
    public static final byte SYSTEM = 5;

    /** The result of a future that was passed on: its number, and for how many messages. */
    public static final byte UPDATE = 6;

    /** Asks where an active object is, behind what was sent to it before: there is no content. */
    public static final byte MARK = 7;

    /** What runtimes tell each other about references; the op is one of {@code LeaseNotice}. */
    public static final byte LEASE = 16;

    /** Which classes of the receiver the sender knows by their numbers now. */
    public static final byte CLASSES = 17;

    /**
     * Credits for calls of an active object, given back to a caller: its number, and how many in
     * place of the request id.
     */
    public static final byte CREDITS = 18;

    /** A call is in the queue of the callee, or never will be: only its request id counts. */
    public static final byte ARRIVED = 19;

    /** Flag of a reply: the content is what the call failed with. */
    public static final byte FAILED = 1;

    /** Flag of a request: its last argument is the context of the caller. */
    public static final byte CONTEXT = 1;

    /** Flag of a request: it has used a credit. */
    public static final byte CREDIT = 2;

    /** Flag of a request: its caller waits until it is told that it has arrived. */
    public static final byte ARRIVAL = 4;

    /** Flag of a request: no answer is expected, whatever its request id. */
    public static final byte ONE_WAY = 8;

    /** Flag of a termination: do not wait for the requests in the queue. */
    public static final byte IMMEDIATE = 1;

    /** Bytes before the content. */
    public static final int HEADER = 40;

    private static final byte FUTURES = 1;
    private static final byte REFERENCES = 2;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Wire() {}

    /** Makes room for the header in a message without content. */
    static EncodedMessage withHeader(EncodedMessage message) {
        message.reserve(HEADER);
        return message;
    }

    /**
     * Writes what the message is.
     *
     * @param head the message
     * @param kind one of the kinds
     * @param flags flags of that kind
     * @param op what to do, for a system message
     */
    public static void kind(byte[] head, byte kind, byte flags, byte op) {
        head[0] = kind;
        head[1] = flags;
        head[2] = op;
        head[3] = 0;
    }

    /**
     * What the message is.
     *
     * @param head the message
     * @return one of the kinds
     */
    public static byte kind(byte[] head) {
        return head[0];
    }

    /**
     * Flags.
     *
     * @param head the message
     * @return flags of its kind
     */
    public static byte flags(byte[] head) {
        return head[1];
    }

    /**
     * Sets or clears a flag.
     *
     * @param head the message
     * @param flag one flag of its kind
     * @param set whether it is to be set
     */
    public static void flag(byte[] head, byte flag, boolean set) {
        head[1] = (byte) (set ? head[1] | flag : head[1] & ~flag);
    }

    /**
     * Whether a flag is set.
     *
     * @param head the message
     * @param flag one flag of its kind
     * @return true if it is
     */
    public static boolean has(byte[] head, byte flag) {
        return (head[1] & flag) != 0;
    }

    /**
     * What a system message asks for.
     *
     * @param head the message
     * @return one of {@link SystemOps}
     */
    public static byte op(byte[] head) {
        return head[2];
    }

    /**
     * Writes that the last attachment lists awaited futures.
     *
     * @param head the message
     */
    public static void carryFutures(byte[] head) {
        head[3] |= FUTURES;
    }

    /**
     * Whether the last attachment lists awaited futures.
     *
     * @param head the message
     * @return true if it does
     */
    public static boolean carriesFutures(byte[] head) {
        return (head[3] & FUTURES) != 0;
    }

    /**
     * Notes that the references are listed at the end of the message.
     *
     * @param head the message
     */
    public static void carryReferences(byte[] head) {
        head[3] |= REFERENCES;
    }

    /**
     * Whether the references are listed at the end of the message.
     *
     * @param head the message
     * @return true if there are any
     */
    public static boolean carriesReferences(byte[] head) {
        return (head[3] & REFERENCES) != 0;
    }

    /**
     * Writes which method is called.
     *
     * @param head the message
     * @param id number of the method
     * @param tableHash hash of the table that has it
     */
    public static void method(byte[] head, int id, long tableHash) {
        INT.set(head, 4, id);
        LONG.set(head, 32, tableHash);
    }

    /**
     * Number of the method.
     *
     * @param head the message
     * @return as the caller wrote it, not checked
     */
    public static int methodId(byte[] head) {
        return (int) INT.get(head, 4);
    }

    /**
     * Hash of the method table.
     *
     * @param head the message
     * @return as the caller wrote it
     */
    public static long tableHash(byte[] head) {
        return (long) LONG.get(head, 32);
    }

    /**
     * Writes who is called.
     *
     * @param head the message
     * @param number number of the body
     */
    public static void callee(byte[] head, long number) {
        LONG.set(head, 8, number);
    }

    /**
     * Who is called.
     *
     * @param head the message
     * @return number of the body, not checked
     */
    public static long callee(byte[] head) {
        return (long) LONG.get(head, 8);
    }

    /**
     * Writes who calls.
     *
     * @param head the message
     * @param number number of the body, 0 for none
     */
    public static void sender(byte[] head, long number) {
        LONG.set(head, 16, number);
    }

    /**
     * Who calls.
     *
     * @param head the message
     * @return number of the body, 0 for none
     */
    public static long sender(byte[] head) {
        return (long) LONG.get(head, 16);
    }

    /**
     * Writes which call it is.
     *
     * @param head the message
     * @param id id of the call; 0 if no answer is expected
     */
    public static void requestId(byte[] head, long id) {
        LONG.set(head, 24, id);
    }

    /**
     * Which call it is.
     *
     * @param head the message
     * @return id of the call; 0 if no answer is expected
     */
    public static long requestId(byte[] head) {
        return (long) LONG.get(head, 24);
    }

    /**
     * The stream of the messages to one active object, which stay in order.
     *
     * @param number number of the body
     * @return 0 or more
     */
    public static int stream(long number) {
        return Long.hashCode(number) & Integer.MAX_VALUE;
    }
}
