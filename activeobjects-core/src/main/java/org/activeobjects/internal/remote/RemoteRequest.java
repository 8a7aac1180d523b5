package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.borrow.Loan;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.polling.Polling;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.stub.BorrowedParameters;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.address.RuntimeId;

import java.util.Arrays;
import java.util.function.Supplier;

/** A request of another runtime, which stays encoded until the body's thread needs it. */
final class RemoteRequest extends QueuedRequest {

    private final RuntimeHost host;
    private final RuntimeId from;
    private final Class<?> target;
    private final PeerClasses classes;
    private final byte[] head;
    private Object[] attachments;
    private Object[] arguments;
    private Loan loan; // null unless the method borrows
    private Object[] context;
    private StubMethod method;
    private RuntimeException defect;
    private volatile boolean toldArrival;

    RemoteRequest(
            RuntimeHost host,
            RuntimeId from,
            Class<?> target,
            byte[] head,
            Object[] attachments,
            Answer answer) {
        super(answer);
        this.host = host;
        this.from = from;
        this.target = target;
        // Also if its sender is gone when it is decoded.
        this.classes = host.messenger().classesOf(from);
        this.head = head;
        this.attachments = attachments;
    }

    @Override
    public StubMethod method() {
        if (method == null) {
            method = read(this::find);
        }
        return method;
    }

    /** What cannot be read now never can: it is tried once. */
    private <T> T read(Supplier<T> part) {
        if (defect != null) {
            throw defect;
        }
        try {
            return part.get();
        } catch (RuntimeException e) {
            defect = e;
            throw e;
        }
    }

    @Override
    public RuntimeException defect() {
        return defect;
    }

    private StubMethod find() {
        MethodTable table = tableOf(target, Wire.tableHash(head));
        int id = Wire.methodId(head);
        if (table == null || id < 0 || id >= table.size()) {
            throw new ActiveObjectException(
                    "caller and callee do not have the same class: class="
                            + target.getName()
                            + " callerHash="
                            + Long.toHexString(Wire.tableHash(head))
                            + " calleeHash="
                            + Long.toHexString(MethodTable.of(target).hash())
                            + " methodId="
                            + id
                            + " caller="
                            + host.nameOf(from)
                            + "; run both on the same version of the class");
        }
        return table.method(id);
    }

    /** The table that the caller meant: that of the class or of one of its supertypes. */
    private static MethodTable tableOf(Class<?> type, long hash) {
        if (type == null) {
            return null;
        }
        MethodTable own = MethodTable.of(type);
        if (own.hash() == hash) {
            return own;
        }
        for (Class<?> implemented : type.getInterfaces()) {
            MethodTable found = tableOf(implemented, hash);
            if (found != null) {
                return found;
            }
        }
        return tableOf(type.getSuperclass(), hash);
    }

    @Override
    public Object[] arguments() {
        if (loan != null) {
            return loan.arguments();
        }
        if (arguments == null) {
            Object[] decoded = read(this::decode);
            int[] borrowed = BorrowedParameters.of(target, method());
            if (borrowed.length > 0) {
                loan = Loan.of(host.arrays(), method(), borrowed, decoded, attachments);
            } else {
                arguments = decoded;
            }
            attachments = null;
            return decoded;
        }
        return arguments;
    }

    @Override
    public Object run(Object receiver) throws Throwable {
        Object[] own = arguments();
        return loan == null ? method().invoke(receiver, own) : loan.run(receiver);
    }

    @Override
    public String source() {
        long number = Wire.sender(head);
        String caller = number == 0 ? "a thread of no active object" : "active object #" + number;
        return caller + " of " + host.nameOf(from);
    }

    /** Which method a message calls, for people; nothing if it is another kind of message. */
    static String methodOf(byte[] head) {
        return Wire.kind(head) == Wire.REQUEST
                ? " method=" + MethodTable.nameOf(Wire.tableHash(head), Wire.methodId(head))
                : "";
    }

    private Object[] decode() {
        int length = head.length - Wire.HEADER;
        Object[] decoded =
                host.codec()
                        .decode(
                                head,
                                Wire.HEADER,
                                length,
                                attachments,
                                classes,
                                Wire.has(head, Wire.CONTEXT)
                                        ? Roots.ARGUMENTS_AND_CONTEXT
                                        : Roots.ARGUMENTS,
                                () ->
                                        method()
                                                + " in "
                                                + host.nameOf(host.messenger().self())
                                                + " called from "
                                                + host.nameOf(from));
        if (Wire.has(head, Wire.CONTEXT)) {
            decoded = takeContext(decoded);
        }
        int expected = method().parameterCount();
        if (decoded.length != expected) {
            throw new ActiveObjectException(
                    "request has the wrong number of arguments: method="
                            + method()
                            + " arguments="
                            + decoded.length
                            + " expected="
                            + expected
                            + " caller="
                            + from);
        }
        return decoded;
    }

    /** The context comes as the last argument. */
    private Object[] takeContext(Object[] decoded) {
        int last = decoded.length - 1;
        if (last < 0 || !(decoded[last] instanceof Object[] sent)) {
            throw new ActiveObjectException(
                    "request says that it has a context, and has none: method="
                            + method()
                            + " caller="
                            + from);
        }
        context = sent;
        return Arrays.copyOf(decoded, last);
    }

    @Override
    public Object[] context() {
        arguments();
        return context;
    }

    @Override
    public boolean lost(String callee, Throwable why) {
        arrived();
        String name = method == null && defect != null ? "" : label();
        return RemoteAnswer.tellLost(host.messenger(), from, head, name, callee, why);
    }

    @Override
    public boolean tellsArrival() {
        return Wire.has(head, Wire.ARRIVAL);
    }

    @Override
    public void arrived() {
        if (tellsArrival() && !toldArrival) {
            toldArrival = true; // twice does no harm
            host.messenger().notices().tell(from, Wire.ARRIVED, 0, Wire.requestId(head));
        }
    }

    @Override
    public RuntimeId creditor() {
        return Wire.has(head, Wire.CREDIT) ? from : null;
    }

    @Override
    public Polling polling() {
        return host.messenger().pollingForRequests();
    }

    @Override
    public UniqueID getSourceBodyID() {
        return new UniqueID(from, Wire.sender(head));
    }

    @Override
    public String getSenderNodeURL() {
        return host.nodeOf(from).url();
    }
}
