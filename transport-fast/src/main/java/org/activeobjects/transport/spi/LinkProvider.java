package org.activeobjects.transport.spi;

/**
 * One kind of link; found with {@code ServiceLoader}.
 *
 * <p><b>Threading:</b> called once per transport, while it is opened.
 */
public interface LinkProvider {

    /**
     * Name by which users choose it.
     *
     * @return lower case letters, such as {@code shm}
     */
    String name();

    /**
     * Where it stands among the links when the user has not chosen: the lowest comes first.
     *
     * @return local 10, shm 20, ucx 30, tcp 40, netty 50
     */
    int preference();

    /**
     * Starts the link for one runtime.
     *
     * @param context the runtime
     * @return what opens links to peers
     * @throws LinkUnavailableException if this kind cannot work here; nothing is left behind
     */
    LinkService start(LinkContext context) throws LinkUnavailableException;
}
