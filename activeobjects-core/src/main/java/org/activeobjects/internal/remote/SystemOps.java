package org.activeobjects.internal.remote;

import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** What one runtime can ask another to do. The values travel: never change one. */
public final class SystemOps {

    /** Find a registered active object: text is the name. */
    public static final byte LOOKUP = 2;

    /** Register an active object: text is the name, number the object, argument 0 to replace. */
    public static final byte REGISTER = 3;

    /** Remove a name: text is the name. */
    public static final byte UNREGISTER = 4;

    /** List the names. */
    public static final byte LIST = 5;

    /** Tell whether an active object lives: number is the object. */
    public static final byte PING = 6;

    /**
     * Tell what an answer waits for: text names a call or a future, number is the object that was
     * called, the arguments are whether texts are wanted, how many milliseconds it may take, and
     * what is known already. What is told of a call comes behind its answer, in the same stream.
     */
    public static final byte WAITS = 10;

    /** Pass futures on unresolved or not: number is the object, text {@code on} or {@code off}. */
    public static final byte CONTINUATIONS = 8;

    /**
     * Create an active object on a node: text is its class with what its type variables stand for,
     * as in a reference, and classes that the arguments need, a line each; the arguments are the
     * parts of a {@code SentOrder}, its content those of the constructor. The answer is number and
     * bound, as in a reference.
     */
    public static final byte CREATE = 32;

    /**
     * Turn an object active on a node: text is the type of its stubs, as in a reference, the class
     * of the object, and classes that the arguments need, a line each; the arguments are the parts
     * of a {@code SentOrder}, its content the object. The answer is number and bound, as in a
     * reference.
     */
    public static final byte TURN_ACTIVE = 33;

    /** Tell whether there is a node: text is its name. */
    public static final byte HAS_NODE = 34;

    /** List number and class of each active object of a node: text is its name. */
    public static final byte NODE_BODIES = 35;

    /** End the active objects of a node: text is its name, number 1 to kill the node itself. */
    public static final byte NODE_CLEAR = 36;

    /** Read or set a property of a node: text is its name, the arguments are key and value. */
    public static final byte NODE_PROPERTY = 37;

    /** Tell the name of the node that an active object lives on: number is the object. */
    public static final byte NODE_OF = 38;

    /** Keep an active object that nobody can reach: number is the object, argument 0 whether. */
    public static final byte KEEP = 20;

    /**
     * A one-way call was not served: number is the object that made it, the arguments are why, the
     * method, empty if whoever lost it does not know it, the object that was called, and by which
     * hash and number the caller named the method.
     */
    public static final byte LOST_CALL = 9;

    /** An active object has moved: text is a reference to it, number what it had here. */
    public static final byte MOVED = 39;

    /**
     * Tell whether calls of a method are served at once, and need no room in the queue: text is the
     * name of the method and the descriptor of its parameters, number the object.
     */
    public static final byte SERVES_AT_ONCE = 40;

    /** Tell whether an active object would take a call: number is the object. */
    public static final byte TAKES_CALLS = 41;

    private SystemOps() {}

    /** What its arguments are; of what is no system call, 0, just values. */
    static Roots rootsOf(byte op) {
        return op == CREATE || op == TURN_ACTIVE ? Roots.CREATION : Roots.VALUES;
    }

    /**
     * What another runtime is asked, for people; the text is made when it is read.
     *
     * @param whom that runtime
     * @param op one of those above
     * @param text its text
     * @param transport knows where the runtime is
     */
    public record Asked(RuntimeId whom, byte op, String text, Transport transport) {

        @Override
        public String toString() {
            String place =
                    transport.peers().stream()
                            .filter(card -> card.id().equals(whom))
                            .map(RuntimeCard::toString)
                            .findFirst()
                            .orElse(whom.toString());
            return nameOf(op, text).strip() + " by runtime " + place;
        }
    }

    /** What is asked, for people. */
    static String nameOf(byte op, String text) {
        String about = text.lines().findFirst().orElse("");
        return switch (op) {
            case CREATE -> Errand.CREATION + about;
            case TURN_ACTIVE -> "arrival of an object as " + about;
            case LOOKUP -> "look-up of name " + about;
            case REGISTER -> "registration of name " + about;
            case UNREGISTER -> "removal of name " + about;
            case LIST -> "list of names";
            case PING -> "sign of life of an active object";
            case TAKES_CALLS -> "whether an active object takes calls";
            case HAS_NODE -> "look-up of node " + about;
            case NODE_BODIES -> "list of active objects of node " + about;
            case NODE_CLEAR -> "end of active objects of node " + about;
            case NODE_PROPERTY -> "property of node " + about;
            case NODE_OF -> "node of an active object";
            default -> "system call " + op + " " + about;
        };
    }

    /** Puts the text of a system call behind the header. */
    static void write(EncodedMessage message, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int at = message.reserve(Integer.BYTES + bytes.length);
        ByteBuffer.wrap(message.head())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, bytes.length)
                .put(at + Integer.BYTES, bytes);
    }
}
