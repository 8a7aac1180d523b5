package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.continuation.ContinuationSwitch;
import org.activeobjects.internal.event.Events;
import org.activeobjects.internal.lease.Held;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.Following;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.internal.stub.StubType;
import org.activeobjects.transport.address.RuntimeId;

import java.util.function.Supplier;

/** Does what other runtimes ask of this one. */
final class SystemCalls {

    private final CoreRuntime runtime;

    SystemCalls(CoreRuntime runtime) {
        this.runtime = runtime;
    }

    Object answer(int op, String text, long number, Supplier<Object[]> arguments) {
        return switch (op) {
            case SystemOps.CREATE -> runtime.creator().createFor(text, arguments);
            case SystemOps.TURN_ACTIVE -> runtime.creator().turnActiveFor(text, arguments);
            case SystemOps.HAS_NODE -> runtime.names().node(text) != null;
            case SystemOps.NODE_BODIES, SystemOps.NODE_CLEAR, SystemOps.NODE_PROPERTY ->
                    NodeCalls.answer(
                            runtime,
                            runtime.names().requireNode(text),
                            (byte) op,
                            number,
                            arguments.get());
            case SystemOps.NODE_OF -> ((PeerNode) living(number).node()).ownName();
            case SystemOps.LOOKUP -> registered(text);
            case SystemOps.REGISTER -> {
                runtime.names().register(text, living(number), (boolean) arguments.get()[0]);
                yield null;
            }
            case SystemOps.UNREGISTER -> runtime.names().unregister(text);
            case SystemOps.LIST -> runtime.names().list();
            case SystemOps.PING -> {
                LocalBody body = runtime.exported(number);
                yield body != null && new LocalRoute(runtime, body).ping();
            }
            case SystemOps.TAKES_CALLS -> {
                LocalBody body = runtime.exported(number);
                yield body != null && new LocalRoute(runtime, body).takesCalls();
            }
            case SystemOps.MOVED -> {
                Reference there = Reference.parse(text);
                Held held = runtime.leases().known(there.id());
                if (held != null) {
                    Following.follow(runtime, held, there);
                }
                yield null;
            }
            case SystemOps.CONTINUATIONS -> {
                ContinuationSwitch.set(living(number), text.equals("on"));
                yield null;
            }
            case SystemOps.KEEP -> {
                runtime.leases().keep(living(number), (boolean) arguments.get()[0]);
                yield null;
            }
            case SystemOps.LOST_CALL -> {
                onLostCall(runtime.exported(number), callerName(number), text, arguments.get());
                yield null;
            }
            case SystemOps.SERVES_AT_ONCE -> {
                LocalBody body = runtime.exported(number);
                yield body != null && !body.hasMoved() && body.servesBeside(text);
            }
            case SystemOps.WAITS -> runtime.deadlocks().onQuestion(text, number, arguments.get());
            default -> throw new ActiveObjectException("unknown system call: op=" + op);
        };
    }

    private String callerName(long number) {
        if (number == 0) {
            return "a thread of no active object";
        }
        LocalBody caller = runtime.exported(number);
        return caller == null ? "active object #" + number + ", which has ended" : caller.getName();
    }

    private void onLostCall(LocalBody caller, String callerName, String runtime, Object[] told) {
        String method = (String) told[1];
        CallFailure failure =
                new CallFailure(
                        method.isEmpty()
                                ? MethodTable.nameOf((long) told[3], (int) told[4])
                                : method,
                        told[2] + " of " + this.runtime.nameOf(RuntimeId.parse(runtime)),
                        callerName,
                        (Throwable) told[0]);
        Events.lost(caller, failure);
    }

    private LocalBody living(long number) {
        LocalBody body = runtime.exported(number);
        if (body == null) {
            throw new ActiveObjectException("active object has ended: number=" + number);
        }
        return body;
    }

    /** Where a registered active object is, its class and the type of its stubs; null for none. */
    private Object[] registered(String name) {
        LocalBody body =
                name.startsWith("@") ? numbered(name.substring(1)) : runtime.names().find(name);
        if (body == null) {
            return null;
        }
        return tell(runtime, body);
    }

    private LocalBody numbered(String number) {
        try {
            return runtime.nodes().body(Long.parseLong(number));
        } catch (NumberFormatException e) {
            return null; // none is known by what is no number
        }
    }

    /** Where an active object is, its class and the type of its stubs. */
    static Object[] tell(CoreRuntime runtime, LocalBody body) {
        StubType type = StubType.of(body.type());
        return new Object[] {
            runtime.references().reference(type, new LocalRoute(runtime, body)),
            body.target().getClass().getName(),
            body.type().getName()
        };
    }
}
