package org.activeobjects.node;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

import java.util.Objects;

/**
 * One runtime of active objects: its node, its transport, and what it knows of others. A JVM
 * usually has one, made at first use; it may have several.
 *
 * <p>A runtime that is idle keeps no JVM alive. While active objects serve requests or have some in
 * their queues it does, and while an active object is registered under a name, since others may
 * come and look it up.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p>Not for implementation outside this module.
 */
public interface NodeRuntime extends AutoCloseable {

    /**
     * Makes a runtime with the delivery that the system property {@value Delivery#SETTING} names.
     * Its transport is opened when it is first needed. Threads that serve none of its objects act
     * in it only once it is {@linkplain #makeDefault made the default one}.
     *
     * @param config how its transport is to be opened
     * @return a new runtime
     */
    static NodeRuntime open(TransportConfig config) {
        return open(config, Delivery.ofSystem());
    }

    /**
     * Makes a runtime. Its transport is opened when it is first needed.
     *
     * @param config how its transport is to be opened
     * @param delivery what its callers may rely on when a call returns
     * @return a new runtime
     */
    static NodeRuntime open(TransportConfig config, Delivery delivery) {
        Objects.requireNonNull(config, "the configuration of a transport is null");
        Objects.requireNonNull(delivery, "the delivery of a runtime is null");
        return RuntimeFactory.Holder.INSTANCE.open(config, delivery);
    }

    /**
     * The runtime of the calling thread: that of the active object it serves, else the default one
     * of the JVM, which is made now if there is none.
     *
     * <p>The default runtimes of all programs of one user on one host reach each other, and nobody
     * else reaches them: they share a secret in {@code ~/.activeobjects/secret}, which is made when
     * a transport is first opened. The system properties {@code activeobjects.job}, {@code
     * activeobjects.secretFile} and {@code activeobjects.transport} choose another job, another
     * secret, and the links.
     *
     * @return the runtime
     */
    static NodeRuntime current() {
        return RuntimeFactory.Holder.INSTANCE.current();
    }

    /** Makes this runtime the one that threads get that serve no active object. */
    void makeDefault();

    /**
     * The text with which another runtime can {@linkplain #connect connect} to this one. Opens the
     * transport.
     *
     * @return one line
     */
    String card();

    /**
     * The transport of this runtime. Opens it if it is not open yet.
     *
     * @return the open transport
     * @throws org.activeobjects.transport.error.TransportException if it cannot be opened
     */
    Transport transport();

    /**
     * The node of this runtime.
     *
     * @return a local node
     */
    Node node();

    /**
     * Makes another runtime known. With a card, it is connected when it is first used; with a URL,
     * at once.
     *
     * @param cardOrUrl what {@link #card} of the other gave, or {@code ao://host:port}, or the URL
     *     of one of its nodes
     * @return its node
     * @throws org.activeobjects.error.NodeException if the text is neither, nobody of this job
     *     answers there, or there is no such node
     */
    Node connect(String cardOrUrl);

    /**
     * Makes one more node in this runtime. While it is there, the runtime keeps its JVM alive.
     *
     * @param name its name: not empty, no {@code /}, not beginning with {@code @}
     * @param replace true to kill a node that has the name
     * @return a local node
     * @throws org.activeobjects.error.ActiveObjectException if the name is taken by an active
     *     object, or by a node that is not to be replaced
     * @throws IllegalArgumentException if it can be no name
     */
    Node createNode(String name, boolean replace);

    /**
     * Says which job this runtime belongs to.
     *
     * @param job the job as this runtime sees it
     */
    void job(Job job);

    /**
     * The job this runtime belongs to.
     *
     * @return the job, or {@code null} if none was said
     */
    Job job();

    /**
     * Ends the active objects of this runtime and closes its transport. Futures that wait for other
     * runtimes fail; idempotent.
     */
    @Override
    void close();
}
