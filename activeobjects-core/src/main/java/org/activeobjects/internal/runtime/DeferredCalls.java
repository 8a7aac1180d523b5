package org.activeobjects.internal.runtime;

import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.exception.TryBlock;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Several;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.pending.Unsent;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.request.Callee;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.Call;
import org.activeobjects.internal.routing.LocalRoute;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.spi.BodyHandle;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.GroupCalls;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.error.PeerLostException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls of one method that one thread has made, and that are sent when their callees are known. */
final class DeferredCalls implements GroupCalls.Deferred {

    private final Maker maker;
    private final StubMethod method;
    private final TryBlock block;
    private final List<GroupCalls.Later> calls = new ArrayList<>();
    private final List<Promise> answers = new ArrayList<>();

    private DeferredCalls(RuntimeHost host, StubMethod method, TryBlock block) {
        this.maker = new Maker(host, method);
        this.method = method;
        this.block = block;
    }

    /** Who has made the calls; a result that is kept for long keeps this, and not the others. */
    private static final class Maker {

        private static final AtomicLong MADE = new AtomicLong();

        private final RuntimeHost host;
        private final long number = MADE.incrementAndGet();
        private final BodyHandle caller = BodyHandle.current();
        private final Object[] context; // copied, as the arguments are

        Maker(RuntimeHost host, StubMethod method) {
            this.host = host;
            this.context = LocalRoute.copyOfContext(host, method, Carried.capture());
        }
    }

    /** The calls; null if nobody would be told when they are over. */
    static DeferredCalls of(RuntimeHost host, StubMethod method, Object[][] arguments) {
        TryBlock block = Members.blockAround(method);
        if (method.kind() == CallKind.ONE_WAY && block == null) {
            return null;
        }
        DeferredCalls deferred = new DeferredCalls(host, method, block);
        Object[][] copies = deferred.copyTogether(arguments);
        for (int i = 0; i < arguments.length; i++) {
            deferred.add(copies == null ? arguments[i] : copies[i], copies != null);
        }
        return deferred;
    }

    /** All in one, so that what many calls are given is there once; null if some has a fault. */
    private Object[][] copyTogether(Object[][] arguments) {
        Object[] all = Arrays.stream(arguments).flatMap(Arrays::stream).toArray();
        Object[] copies;
        try {
            copies = LocalRoute.copyAll(maker.host, method, all);
        } catch (SerializationException e) {
            return null; // which call it belongs to is found by copying each alone
        }
        Object[][] dealt = new Object[arguments.length][];
        int at = 0;
        for (int i = 0; i < dealt.length; i++) {
            dealt[i] = Arrays.copyOfRange(copies, at, at + arguments[i].length);
            at += arguments[i].length;
        }
        return dealt;
    }

    private void add(Object[] arguments, boolean areCopies) {
        One call;
        try {
            Object[] copies =
                    areCopies ? arguments : LocalRoute.copyAll(maker.host, method, arguments);
            call = new One(maker, method, copies);
        } catch (SerializationException e) {
            call = new One(maker, method, null);
            call.fault = e;
        }
        calls.add(call);
        answers.add(call.answer);
        if (block != null) {
            block.add(call.answer);
        }
    }

    @Override
    public List<GroupCalls.Later> calls() {
        return calls;
    }

    @Override
    public Object[] results() {
        if (block == null && method.kind() == CallKind.SYNCHRONOUS) {
            Several.awaitAll(answers, 0);
        }
        boolean isTold = block != null && method.returnType() == void.class;
        return answers.stream()
                .map(answer -> isTold ? null : Members.standIn(answer, method))
                .toArray();
    }

    /** One of the calls. Its answer is that of the request which it becomes. */
    private static final class One
            implements GroupCalls.Later, Callee, Unsent, UnseenFailures.Callee {

        private final Maker maker;
        private final StubMethod method;
        private final Promise answer;
        private Object[] arguments; // null once it is sent: results may be kept for long
        private SerializationException fault;
        private volatile Supplier<List<GroupCalls.Later>> before; // null once it is sent
        private volatile Object member;
        private volatile Route route;

        One(Maker maker, StubMethod method, Object[] arguments) {
            this.maker = maker;
            this.method = method;
            this.arguments = arguments;
            this.answer = new Promise(method, this);
        }

        @Override
        public void waitsForOneOf(Supplier<List<GroupCalls.Later>> open) {
            before = open;
        }

        @Override
        public long number() {
            return maker.number;
        }

        @Override
        public List<Promise> before() {
            Supplier<List<GroupCalls.Later>> open = before;
            return open == null
                    ? List.of()
                    : open.get().stream().map(call -> ((One) call).answer).toList();
        }

        @Override
        public boolean hasRoom(Object to) {
            ActiveHandler handler = ActiveHandler.of(to);
            try {
                return handler == null ? !Futures.isAwaited(to) : handler.hasRoom(method);
            } catch (RuntimeException e) {
                return true; // whoever sends it learns why
            }
        }

        @Override
        public boolean send(Object to, Consumer<Boolean> answered) {
            if (fault != null) {
                before = null;
                answer.failure(fault);
                answered.accept(false);
                return true;
            }
            boolean isSent =
                    maker.caller == null
                            ? sendNow(to, answered)
                            : ScopedValue.where(RuntimeServices.Holder.scope(), maker.caller)
                                    .call(() -> sendNow(to, answered));
            if (isSent) {
                arguments = null;
                before = null;
            }
            return isSent;
        }

        private boolean sendNow(Object to, Consumer<Boolean> answered) {
            Object target;
            try {
                target = Futures.valueOf(to, 0);
            } catch (RuntimeException | Error e) {
                return false; // the future of a member that there will never be
            }
            ActiveHandler handler = ActiveHandler.of(target);
            if (target == null || handler != null && handler.route().hasEnded()) {
                return false;
            }
            member = to;
            if (handler != null) {
                return request(handler, answered);
            }
            try {
                answer.value(method.invoke(target, arguments));
            } catch (Throwable e) {
                answer.failure(e);
            }
            answered.accept(false);
            return true;
        }

        private boolean request(ActiveHandler handler, Consumer<Boolean> answered) {
            route = handler.route();
            Promise sent = route.promise(method);
            AtomicBoolean isOver = new AtomicBoolean();
            sent.whenDone(
                    () -> {
                        if (isOver.compareAndSet(false, true)) {
                            boolean hasFailed = sent.passTo(answer);
                            answer.handedOn(null); // it would keep the answer once more, encoded
                            onAnswer(hasFailed, answered);
                        }
                    });
            answer.handedOn(sent);
            try {
                handler.send(Call.again(method, arguments, maker.context), sent);
            } catch (BodyTerminatedRequestException | PeerLostException e) {
                if (isOver.compareAndSet(false, true)) {
                    answer.handedOn(null);
                    route = null;
                    member = null;
                    return false;
                }
            } catch (RuntimeException | Error e) {
                if (isOver.compareAndSet(false, true)) {
                    answer.failure(e);
                    onAnswer(true, answered);
                }
            }
            return true;
        }

        /** Called by whoever brings the answer: what asks the member has a thread of its own. */
        private void onAnswer(boolean hasFailed, Consumer<Boolean> answered) {
            if (hasFailed) {
                Soon.run("look after " + route, () -> answered.accept(!takesCalls()));
            } else {
                answered.accept(false);
            }
        }

        private boolean takesCalls() {
            try {
                return route.takesCalls();
            } catch (RuntimeException e) {
                return false; // not to be asked, so not to be called either
            }
        }

        @Override
        public void fail(RuntimeException why) {
            arguments = null;
            before = null;
            answer.failure(why);
        }

        @Override
        public Object member() {
            return member;
        }

        @Override
        public String naming(String called) {
            Route known = route;
            return known != null
                    ? Callee.text(known, method)
                    : "a member, still to be chosen, of a group of "
                            + method.tableClass().getSimpleName()
                            + "."
                            + called;
        }

        @Override
        public UnseenFailures unseenFailures() {
            return maker.host.unseenFailures();
        }
    }
}
