package org.activeobjects.transport.address;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a runtime tells others, so that they can reach it.
 *
 * @param id the runtime
 * @param hostName name of its host, for messages
 * @param hostId identifies the running kernel and its shared memory: two runtimes with the same
 *     host id can share memory
 * @param pid process id of its JVM
 * @param address where its bootstrap listens, as a literal IP address
 * @param port where its bootstrap listens
 * @param links for each link it offers, by name, what a peer needs to know to open one
 */
public record RuntimeCard(
        RuntimeId id,
        String hostName,
        String hostId,
        long pid,
        String address,
        int port,
        Map<String, String> links) {

    /**
     * Keeps a copy of the map.
     *
     * @throws NullPointerException if anything is {@code null}
     * @throws IllegalArgumentException if the port is not 1 to 65535
     */
    public RuntimeCard {
        Objects.requireNonNull(id, "the runtime of a card is null");
        Objects.requireNonNull(hostName, "the name of the host of a card is null");
        Objects.requireNonNull(hostId, "the id of the host of a card is null");
        Objects.requireNonNull(address, "the address of a card is null");
        Objects.requireNonNull(links, "the links of a card are null");
        links = Map.copyOf(links);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port outside 1 to 65535: port=" + port);
        }
    }

    private static final String FORM = "ao1";
    private static final int FIELDS = 7;
    private static final int MAX_TEXT = 16 * 1024;

    /**
     * This card as text, for a file, an environment variable or a message.
     *
     * @return one line of printable ASCII without blanks, quotes and shell metacharacters but
     *     {@code ;}
     */
    public String encode() {
        StringBuilder text = new StringBuilder(FORM);
        text.append(';').append(id);
        text.append(';').append(escape(hostName));
        text.append(';').append(escape(hostId));
        text.append(';').append(pid);
        text.append(';').append(escape(address));
        text.append(';').append(port);
        new TreeMap<>(links)
                .forEach(
                        (name, offer) ->
                                text.append(';')
                                        .append(escape(name))
                                        .append('=')
                                        .append(escape(offer)));
        return text.toString();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param text one line
     * @return the card
     * @throws IllegalArgumentException if the text is anything else; the message says what is wrong
     */
    public static RuntimeCard parse(String text) {
        Objects.requireNonNull(text, "the text of a card is null");
        if (text.length() > MAX_TEXT) {
            throw wrong("too long: length=" + text.length() + " max=" + MAX_TEXT, null);
        }
        String[] fields = text.split(";", -1);
        if (fields.length < FIELDS || !fields[0].equals(FORM)) {
            throw wrong("it does not begin with " + FORM + " and six fields: " + text, null);
        }
        try {
            Map<String, String> links = new LinkedHashMap<>();
            for (int i = FIELDS; i < fields.length; i++) {
                int sign = fields[i].indexOf('=');
                String name = sign > 0 ? unescape(fields[i].substring(0, sign)) : "";
                if (name.isEmpty()
                        || links.put(name, unescape(fields[i].substring(sign + 1))) != null) {
                    throw new IllegalArgumentException(
                            "a link without a name or named twice: " + fields[i]);
                }
            }
            return new RuntimeCard(
                    RuntimeId.parse(fields[1]),
                    unescape(fields[2]),
                    unescape(fields[3]),
                    Long.parseLong(fields[4]),
                    unescape(fields[5]),
                    Integer.parseInt(fields[6]),
                    links);
        } catch (NumberFormatException e) {
            throw wrong("a number is malformed: " + text, e);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
    }

    private static IllegalArgumentException wrong(String what, Throwable cause) {
        return new IllegalArgumentException("not the text of a runtime's card: " + what, cause);
    }

    private static String escape(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("*", "%2A");
    }

    private static String unescape(String value) {
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "%s (pid %s on %s, %s:%s)".formatted(id, pid, hostName, address, port);
    }
}
