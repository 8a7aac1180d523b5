package org.activeobjects.transport.spi;

import org.activeobjects.transport.TransportConfig;

import java.util.Set;

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
     * Whether what it carries cannot be read on the way by those who should not: it stays in memory
     * that only this user may enter, or it is encrypted. Once one kind of link is told to encrypt,
     * those of which this is not true are not used.
     *
     * @param config settings of the runtime
     * @return true if so; by default nothing is known of that
     */
    default boolean isConfidential(TransportConfig config) {
        return false;
    }

    /**
     * What users may set for it, beside {@code <name>.eagerLimit}, which every link has. A
     * transport is not opened with other settings that begin with its name.
     *
     * @return names as in {@link TransportConfig#settings}, such as {@code netty.io}; none by
     *     default
     */
    default Set<String> settings() {
        return Set.of();
    }

    /**
     * Starts the link for one runtime.
     *
     * @param context the runtime
     * @return what opens links to peers
     * @throws LinkUnavailableException if this kind cannot work here; nothing is left behind
     */
    LinkService start(LinkContext context) throws LinkUnavailableException;
}
