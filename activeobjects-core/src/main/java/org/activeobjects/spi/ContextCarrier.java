package org.activeobjects.spi;

import java.util.List;

/**
 * Lets something that belongs to the calling thread travel with its calls: what is captured where a
 * method is called is there again while the method runs, in the same runtime or in another one.
 * Found with {@code ServiceLoader}; to be on the class path of both.
 *
 * <p>For a {@code ScopedValue}:
 *
 * <pre>{@code
 * public Object capture() {
 *     return TENANT.isBound() ? TENANT.get() : null;
 * }
 *
 * public void run(Object context, Runnable service) {
 *     ScopedValue.where(TENANT, (String) context).run(service);
 * }
 * }</pre>
 *
 * <p><b>Threading:</b> {@link #capture} is called by every thread that calls, so it has to be quick
 * where there is nothing to capture; {@link #run} by the threads that serve.
 */
public interface ContextCarrier {

    /**
     * The name that the context travels under.
     *
     * @return a name, unique on the class path
     */
    String name();

    /**
     * The classes that contexts are made of, beside those of the JDK; the codec refuses others.
     *
     * @return classes, with what their fields need; none by default
     */
    default List<Class<?>> types() {
        return List.of();
    }

    /**
     * What is to travel with the call that the current thread makes now.
     *
     * @return the context, which is passed by copy as an argument is; {@code null} for none, which
     *     costs nothing on the way
     * @throws RuntimeException the call fails at its caller, with this cause; nothing is sent
     */
    Object capture();

    /**
     * Serves with a context. Only called if the request brought one, or the service that it is
     * nested in did.
     *
     * @param context what {@link #capture} gave at the caller; {@code null} if this request brought
     *     none, but an outer one did
     * @param service to be run once, by this thread, before this method returns; afterwards the
     *     thread has to be as it was
     * @throws RuntimeException the call fails with this cause, unless its method has thrown itself
     */
    void run(Object context, Runnable service);
}
