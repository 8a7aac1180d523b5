package org.activeobjects.internal.remote;

import org.activeobjects.internal.borrow.ArrayPool;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.lease.Leases;
import org.activeobjects.internal.naming.RuntimeNames;
import org.activeobjects.internal.request.SynchronousCalls;
import org.activeobjects.internal.service.BodyHost;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.BodyExtension;
import org.activeobjects.transport.address.RuntimeId;

import java.util.function.Supplier;

/**
 * What routing needs of the runtime it works for.
 *
 * <p><b>Threading:</b> safe.
 */
public interface RuntimeHost extends BodyHost {

    /**
     * The codec of the runtime.
     *
     * @return its codec
     */
    Codec codec();

    /**
     * The arrays that its methods borrow.
     *
     * @return its pool
     */
    ArrayPool arrays();

    /**
     * What sends and receives the messages of the runtime. Opens the transport if it is not open
     * yet.
     *
     * @return its messenger
     */
    Messenger messenger();

    /**
     * The references of the runtime, to its active objects and from it to others.
     *
     * @return its leases
     */
    Leases leases();

    /**
     * Whether a runtime is this one. Does not open the transport.
     *
     * @param id id of a runtime
     * @return true if it is this one's
     */
    boolean isThis(RuntimeId id);

    /**
     * Names a runtime to people.
     *
     * @param id id of this runtime or another one
     * @return its rank or URL, and its process, as far as they are known
     */
    default String nameOf(RuntimeId id) {
        return RuntimeNames.of(id, job(), messenger().transport());
    }

    /**
     * Whether the runtime has been closed.
     *
     * @return true if no call can be made
     */
    boolean isClosed();

    @Override
    default void giveCredits(RuntimeId to, long number, long credits) {
        messenger().notices().tell(to, Wire.CREDITS, number, credits);
    }

    /**
     * A body that others can reach.
     *
     * @param number its number
     * @return the body, or {@code null} if there is none, or no longer
     */
    LocalBody exported(long number);

    /**
     * Finds an extension.
     *
     * @param name its name
     * @return the extension
     * @throws org.activeobjects.error.ActiveObjectException if there is none of that name
     */
    BodyExtension extension(String name);

    /**
     * Lets the codec decode what occurs in the signatures of a class.
     *
     * @param type class of active objects
     */
    void admit(Class<?> type);

    /**
     * Lets the codec decode a class, and what can be reached from its fields.
     *
     * @param type class of values
     */
    void admitValues(Class<?> type);

    /**
     * What it has to say of calls that wait.
     *
     * @return always the same object
     */
    SynchronousCalls synchronousCalls();

    /**
     * The calls that have failed without anybody having looked at their results.
     *
     * @return always the same object
     */
    UnseenFailures unseenFailures();

    /**
     * Does what another runtime asks of this one. May block.
     *
     * @param op what to do, one of the constants of {@link SystemOps}
     * @param text its text
     * @param number its number
     * @param arguments decodes its arguments
     * @return the answer
     * @throws Exception why it was not done
     */
    Object onSystemCall(int op, String text, long number, Supplier<Object[]> arguments)
            throws Exception;
}
