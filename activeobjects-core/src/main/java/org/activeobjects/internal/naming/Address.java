package org.activeobjects.internal.naming;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * A URL of ours: {@code ao://host:port/name}, the name being optional.
 *
 * @param host name or literal address
 * @param port 1 to 65535
 * @param name name of an active object or of a node, empty for the first node of a runtime
 */
public record Address(String host, int port, String name) {

    /** What every URL begins with. */
    public static final String SCHEME = "ao://";

    /**
     * Takes a URL apart.
     *
     * @param url a URL
     * @return its parts
     * @throws IllegalArgumentException if it is none of ours; the message says what was expected
     */
    public static Address parse(String url) {
        try {
            URI uri = new URI(url);
            String path = uri.getPath() == null ? "" : uri.getPath();
            if ("ao".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0) {
                return new Address(
                        uri.getHost().replaceAll("[\\[\\]]", ""), // those of an IPv6 address
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

    /**
     * The URL of the first node of a runtime.
     *
     * @param host name or literal address
     * @param port port
     * @return {@code ao://host:port}
     */
    public static String nodeUrl(String host, int port) {
        return SCHEME + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /**
     * The URL of something that has a name.
     *
     * @param host name or literal address
     * @param port port
     * @param name its name, any characters but {@code /}
     * @return {@code ao://host:port/name}, what a URL cannot hold being escaped
     */
    public static String url(String host, int port, String name) {
        try {
            return nodeUrl(host, port) + new URI(null, null, "/" + name, null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("name cannot be a part of a URL: name=" + name, e);
        }
    }
}
