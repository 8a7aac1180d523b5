package org.activeobjects.internal.runtime;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * A URL of ours: {@code ao://host:port/name}, the name being optional.
 *
 * @param host name or literal address
 * @param port 1 to 65535
 * @param name name of an active object, empty if the URL names a node
 */
record Address(String host, int port, String name) {

    static final String SCHEME = "ao://";

    /** Fails with an {@code IllegalArgumentException} that says what was expected. */
    static Address parse(String url) {
        try {
            URI uri = new URI(url);
            String path = uri.getPath() == null ? "" : uri.getPath();
            if ("ao".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
                return new Address(
                        uri.getHost(),
                        uri.getPort(),
                        path.startsWith("/") ? path.substring(1) : path);
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(expected(url), e);
        }
        throw new IllegalArgumentException(expected(url));
    }

    private static String expected(String url) {
        return "not a URL of an active object or node: url="
                + url
                + " expected=ao://host:port/name";
    }

    /** The URL of a node. */
    static String nodeUrl(String host, int port) {
        return SCHEME + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
