package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.thrown.Thrown;

import java.io.Serial;
import java.util.List;

/**
 * A value in a graph cannot be encoded, decoded or copied. On its way up the path that leads to the
 * value is put together; the codec makes the exception of it that its caller sees.
 */
public final class CodecFault extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /** What is shown of a long path at either end. */
    private static final int MAX_END = 200;

    private static final List<String> OWN =
            List.of(
                    "org.activeobjects.internal.",
                    "org.activeobjects.spi.",
                    "com.esotericsoftware.");

    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");

    private final String className;
    private final String remedy;
    private final StringBuilder path = new StringBuilder();

    /**
     * A fault at one value.
     *
     * @param className class of the value, or {@code null} if it is not known
     * @param problem what is wrong
     * @param remedy what to do about it, or {@code null}
     */
    public CodecFault(String className, String problem, String remedy) {
        this(className, problem, remedy, null);
    }

    /**
     * A fault at one value, with a cause.
     *
     * @param className class of the value, or {@code null} if it is not known
     * @param problem what is wrong
     * @param remedy what to do about it, or {@code null}
     * @param cause what was thrown first, or {@code null}
     */
    public CodecFault(String className, String problem, String remedy, Throwable cause) {
        // Flooded with bad bytes, a receiver must not spend its time on stack traces.
        super(problem, cause, false, false);
        this.className = className;
        this.remedy = remedy;
    }

    /**
     * Makes a fault of anything thrown below a step of the path.
     *
     * @param thrown a fault already, or any other exception
     * @param step {@code .field} or {@code [index]}
     * @return the fault, its path one step longer at the front
     */
    public static CodecFault at(RuntimeException thrown, String step) {
        CodecFault fault = of(thrown);
        fault.path.insert(0, step);
        return fault;
    }

    /**
     * Makes a fault of anything thrown.
     *
     * @param thrown a fault already, or any other exception or error
     * @return the fault
     */
    public static CodecFault of(Throwable thrown) {
        CodecFault known = known(thrown);
        if (known != null) {
            return known;
        }
        String text = thrown instanceof KryoException ? Thrown.messageOf(thrown) : null;
        String whole = text == null ? Thrown.textOf(thrown) : text;
        return new CodecFault(null, whole.lines().findFirst().orElse(""), null, thrown);
    }

    /**
     * A fault of a class that the JVM does not let be used.
     *
     * @param className its name
     * @param why what its static initializer has ended with, or what it needs and has not got
     * @return the fault
     */
    public static CodecFault unusable(String className, LinkageError why) {
        boolean isThrown = why instanceof ExceptionInInitializerError && why.getCause() != null;
        Throwable cause = isThrown ? why.getCause() : why;
        String what = isThrown ? "its static initializer threw: " : "its class cannot be used: ";
        return new CodecFault(className, what + Thrown.textOf(cause), null, cause);
    }

    /**
     * Finds the fault in what was thrown.
     *
     * @param thrown any exception or error
     * @return the fault that it is or that the engine has wrapped, or one for a message or a stack
     *     that had no room left; else {@code null}
     */
    public static CodecFault known(Throwable thrown) {
        if (thrown instanceof CodecFault fault) {
            return fault;
        }
        if (thrown instanceof KryoBufferOverflowException) {
            return new CodecFault(
                    null,
                    "the message is too long",
                    "send it in parts, or raise -D" + Limits.PREFIX + "maxBytes on both sides");
        }
        if (thrown instanceof StackOverflowError) {
            return new CodecFault(null, overflow(placeOf(thrown)), null, thrown);
        }
        return thrown instanceof KryoException && thrown.getCause() instanceof CodecFault fault
                ? fault
                : null;
    }

    /**
     * Throws once more what has left half a value behind: users' code between may have caught it.
     *
     * @param failure a runtime exception, an error, or {@code null}, which throws nothing
     */
    public static void rethrow(Throwable failure) {
        switch (failure) {
            case null -> {}
            case Error e -> throw e;
            default -> throw (RuntimeException) failure;
        }
    }

    /** The index of the element that the path begins with; -1 if it begins with no element. */
    int firstIndex() {
        int end = path.indexOf("]");
        boolean isIndex =
                end > 1
                        && end < 10
                        && path.charAt(0) == '['
                        && path.substring(1, end).chars().allMatch(Character::isDigit);
        return isIndex ? Integer.parseInt(path, 1, end, 10) : -1;
    }

    /** Shows the class of the element that the path begins with: {@code [2](Order).items[3]}. */
    void nameClass(String shown) {
        if (firstIndex() >= 0) {
            path.insert(path.indexOf("]") + 1, shown);
        }
    }

    /**
     * Makes the exception that a caller sees. Code of the values' classes may throw any error; only
     * those of the JVM pass as they are.
     *
     * @param done what could not be done with the value
     * @param thrown what was thrown meanwhile
     * @param what the call that the value belongs to, whose text is for messages
     * @return the exception
     */
    public static SerializationException exception(String done, Throwable thrown, Object what) {
        passErrorOfJvm(thrown);
        StringBuilder text = new StringBuilder("value cannot be ").append(done).append(':');
        CodecFault fault = of(thrown);
        passErrorOfJvm(fault.getCause()); // of a hook, or the constructor of a record
        if (fault.className != null) {
            text.append(" class=").append(fault.className);
        }
        if (!fault.path.isEmpty()) {
            text.append(" path=").append(fault.path());
        }
        if (fault.getCause() != null) {
            text.append(placeOf(fault.getCause()));
        }
        text.append(" call=").append(what).append(": ").append(fault.getMessage());
        if (fault.remedy != null) {
            text.append("; ").append(fault.remedy);
        }
        return new SerializationException(text.toString(), fault.getCause());
    }

    private static void passErrorOfJvm(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error
                && !(thrown instanceof StackOverflowError)) {
            throw error;
        }
    }

    private static String overflow(String place) {
        return (place.isEmpty() ? "" : "the code there calls itself for ever, or ")
                + "the graph is too deep for the stack of the thread; send lists in collections, or"
                + " give threads more stack, -Xss on both sides";
    }

    /** Where code has thrown that is not ours; empty if it is, or if that is not known. */
    private static String placeOf(Throwable thrown) {
        for (StackTraceElement frame : Thrown.stackOf(thrown)) {
            String name = frame.getClassName();
            if (OWN.stream().anyMatch(name::startsWith)) {
                return "";
            }
            if (JDK.stream().noneMatch(name::startsWith)) {
                return " at=%s.%s:%s".formatted(name, frame.getMethodName(), frame.getLineNumber());
            }
        }
        return "";
    }

    /**
     * Class of the value.
     *
     * @return its name, or {@code null} if it is not known
     */
    public String className() {
        return className;
    }

    /**
     * What to do about it.
     *
     * @return the remedy, or {@code null}
     */
    public String remedy() {
        return remedy;
    }

    /**
     * Steps from the root of the graph to the value.
     *
     * @return like {@code .items[3].socket}, empty for the root itself; of a long one its two ends
     */
    public String path() {
        int left = path.length() - 2 * MAX_END;
        return left <= 0
                ? path.toString()
                : path.substring(0, MAX_END)
                        + "...("
                        + left
                        + " characters)..."
                        + path.substring(path.length() - MAX_END);
    }
}
