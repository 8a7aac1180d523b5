package org.activeobjects.internal.routing;

import org.activeobjects.active.UniqueID;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.borrow.Loan;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.service.BodyHost;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

/** A request of the same runtime; its arguments have been copied. */
final class LocalRequest extends QueuedRequest {

    private final StubMethod method;
    private final Object arguments; // an array of them, packed ones, or a loan of them
    private final Object[] context;
    private final Object sender;

    /**
     * A request.
     *
     * @param arguments an array of them, {@code PackedArguments}, or a {@code Loan} of them
     * @param sender body that calls, or, for a thread of none, its runtime
     */
    LocalRequest(
            StubMethod method, Object arguments, Object[] context, Answer answer, Object sender) {
        super(answer);
        this.method = method;
        this.arguments = arguments;
        this.context = context;
        this.sender = sender;
    }

    private BodyHost host() {
        return sender instanceof LocalBody body ? body.host() : (BodyHost) sender;
    }

    private long number() {
        return sender instanceof LocalBody body ? body.number() : 0;
    }

    @Override
    public StubMethod method() {
        return method;
    }

    @Override
    public Object[] arguments() {
        return switch (arguments) {
            case PackedArguments packed -> packed.toArray();
            case Loan loan -> loan.arguments();
            default -> (Object[]) arguments;
        };
    }

    @Override
    public Object run(Object target) throws Throwable {
        if (arguments instanceof PackedArguments packed) {
            return packed.invoke(target);
        }
        return arguments instanceof Loan loan
                ? loan.run(target)
                : method.invoke(target, (Object[]) arguments);
    }

    @Override
    public Object[] context() {
        return context;
    }

    @Override
    public boolean mayBeServedHere() {
        return true;
    }

    @Override
    public UniqueID getSourceBodyID() {
        return host().idOf(number());
    }

    @Override
    public Object caller() {
        return number();
    }

    @Override
    public String source() {
        return number() == 0 ? "a thread of no active object" : "active object #" + number();
    }

    @Override
    public boolean lost(String callee, Throwable why) {
        LocalBody caller = sender instanceof LocalBody body ? body : null;
        host().lost(caller, new CallFailure(method.name(), callee, source(), why));
        return true;
    }

    @Override
    public String getSenderNodeURL() {
        return host().node().url();
    }
}
