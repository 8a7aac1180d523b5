package org.activeobjects.internal.context;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.thrown.Thrown;
import org.activeobjects.spi.ContextCarrier;
import org.apache.logging.log4j.ThreadContext;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The context of a call: captures it with all carriers, and brings it back around a service.
 *
 * <p>A context is {@code null}, or name and value of each carrier that had something to say, one
 * after the other.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Carried {

    private static final ContextCarrier[] CARRIERS = find();

    /** The context that the current thread serves with; not bound where there is none. */
    private static final ScopedValue<Object[]> CURRENT = ScopedValue.newInstance();

    private static final Object[] NOTHING = {};

    /** How many carriers, the first ones, see what anybody may put on a thread, also unasked. */
    private static final int OF_THREAD = 2;

    private Carried() {}

    private static ContextCarrier[] find() {
        List<ContextCarrier> found = new ArrayList<>();
        found.add(new TagCarrier());
        found.add(new ThreadContextCarrier());
        found.add(new CallSites());
        ServiceLoader.load(ContextCarrier.class, Carried.class.getClassLoader())
                .forEach(found::add);
        Set<String> names = new HashSet<>();
        for (ContextCarrier carrier : found) {
            if (!names.add(carrier.name())) {
                throw new ActiveObjectException(
                        "two context carriers have one name: name="
                                + carrier.name()
                                + " class="
                                + carrier.getClass().getName()
                                + "; give one of them another name");
            }
        }
        return found.toArray(ContextCarrier[]::new);
    }

    /**
     * What contexts are made of, beside classes of the JDK.
     *
     * @return classes that the codec has to admit
     */
    public static Class<?>[] types() {
        List<Class<?>> types = new ArrayList<>();
        for (ContextCarrier carrier : CARRIERS) {
            types.addAll(carrier.types());
        }
        return types.toArray(Class<?>[]::new);
    }

    /**
     * What the current thread gives to a call that it makes now.
     *
     * @return the context, {@code null} if it is empty
     */
    public static Object[] capture() {
        return capture(false);
    }

    /**
     * What the current thread has, for another thread that acts in its name: tags as they are here,
     * since they decide what goes on when that one calls.
     *
     * @return the context, {@code null} if it is empty
     * @throws ActiveObjectException if a carrier fails
     */
    public static Object[] ofThread() {
        return capture(true);
    }

    private static Object[] capture(boolean isForThread) {
        Object[] context = null;
        for (ContextCarrier carrier : CARRIERS) {
            Object value = captureOf(carrier, isForThread);
            if (value != null) {
                int length = context == null ? 0 : context.length;
                Object[] longer = new Object[length + 2];
                if (length > 0) {
                    System.arraycopy(context, 0, longer, 0, length);
                }
                longer[length] = carrier.name();
                longer[length + 1] = value;
                context = longer;
            }
        }
        return context;
    }

    private static Object captureOf(ContextCarrier carrier, boolean isForThread) {
        try {
            return isForThread && carrier instanceof TagCarrier tags
                    ? tags.own()
                    : carrier.capture();
        } catch (Throwable e) { // of errors, too, one has to know whose
            throw failed(carrier, "capture", e);
        }
    }

    private static ActiveObjectException failed(
            ContextCarrier carrier, String method, Throwable thrown) {
        if (thrown instanceof VirtualMachineError error
                && !(thrown instanceof StackOverflowError)) {
            throw error;
        }
        return new ActiveObjectException(
                "a context carrier failed: class="
                        + carrier.getClass().getName()
                        + " method="
                        + method
                        + " exception="
                        + Thrown.textOf(thrown),
                thrown);
    }

    /** What a request runs. */
    @FunctionalInterface
    public interface Service {

        /**
         * Runs it.
         *
         * @return the result
         * @throws Throwable whatever the method of a user throws
         */
        Object run() throws Throwable;
    }

    /**
     * Whether a service has to be run by {@link #invoke}.
     *
     * @param context context of its request; {@code null} if it has none
     * @return false if neither it nor the thread has a context
     */
    public static boolean isNeededFor(Object[] context) {
        return context != null
                || CURRENT.isBound()
                || TagCarrier.isOnThread()
                || ThreadContextCarrier.isOnThread();
    }

    /** Leaves the current thread without what a service that needed no context has put there. */
    public static void clear() {
        if (TagCarrier.isOnThread()) {
            TagCarrier.clear();
        }
        if (ThreadContextCarrier.isOnThread()) {
            ThreadContext.clearAll();
        }
    }

    /**
     * Runs a service with the context of its request.
     *
     * @param context context of the request; {@code null} if it has none
     * @param what what is run, for messages
     * @param service runs it
     * @return its result
     * @throws Throwable what the service throws, else an {@code ActiveObjectException} with what a
     *     carrier has thrown
     */
    public static Object invoke(Object[] context, Object what, Service service) throws Throwable {
        Invocation invocation = new Invocation(what, service);
        Object[] outer = CURRENT.isBound() ? CURRENT.get() : NOTHING;
        Object[] inner = context == null ? NOTHING : context;
        try {
            ScopedValue.where(CURRENT, inner).run(() -> runWith(0, outer, inner, invocation));
        } catch (ActiveObjectException e) {
            throw invocation.withFailure(e);
        }
        return invocation.outcome();
    }

    private static void runWith(int first, Object[] outer, Object[] inner, Runnable code) {
        for (int i = first; i < CARRIERS.length; i++) {
            ContextCarrier carrier = CARRIERS[i];
            Object value = valueOf(carrier.name(), inner);
            int next = i + 1;
            if (i < OF_THREAD || value != null || valueOf(carrier.name(), outer) != null) {
                runWith(carrier, value, new Rest(() -> runWith(next, outer, inner, code)));
                return;
            }
        }
        code.run();
    }

    private static void runWith(ContextCarrier carrier, Object value, Rest rest) {
        try {
            carrier.run(value, rest);
        } catch (RuntimeException | Error e) {
            if (e == rest.thrown) {
                throw e;
            }
            throw failed(carrier, "run", e);
        } catch (Throwable e) { // a checked one that is not declared
            throw failed(carrier, "run", e);
        }
    }

    /** What a carrier runs, and what that has thrown, which is not the carrier's fault. */
    private static final class Rest implements Runnable {

        private final Runnable code;
        private Throwable thrown;

        Rest(Runnable code) {
            this.code = code;
        }

        @Override
        public void run() {
            try {
                code.run();
            } catch (RuntimeException | Error e) {
                thrown = e;
                throw e;
            }
        }
    }

    /** What one carrier has in a context; {@code null} for nothing. */
    static Object valueOf(String name, Object[] context) {
        for (int i = 0; i + 1 < context.length; i += 2) {
            if (name.equals(context[i])) {
                return context[i + 1];
            }
        }
        return null;
    }

    /** One run of a method, which must be the only one. */
    private static final class Invocation implements Runnable {

        private final Object what;
        private final Service service;
        private boolean begun;
        private Object result;
        private Throwable failure;

        Invocation(Object what, Service service) {
            this.what = what;
            this.service = service;
        }

        @Override
        public void run() {
            if (begun) {
                throw new IllegalStateException(
                        "a context carrier ran the service twice: method=" + what);
            }
            begun = true;
            try {
                result = service.run();
            } catch (Throwable thrown) {
                failure = thrown;
            }
        }

        /** What the service has thrown matters more than what a carrier did with it. */
        Throwable withFailure(ActiveObjectException ofCarrier) {
            if (failure == null || failure == ofCarrier) {
                return ofCarrier;
            }
            failure.addSuppressed(ofCarrier);
            return failure;
        }

        Object outcome() throws Throwable {
            if (!begun) {
                throw new ActiveObjectException(
                        "a context carrier did not run the service: method="
                                + what
                                + "; its run method has to call the service once");
            }
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }
}
