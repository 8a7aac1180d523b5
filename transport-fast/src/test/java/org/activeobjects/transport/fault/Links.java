package org.activeobjects.transport.fault;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The kinds of link that are on the class path. */
final class Links {

    /** Names the only kinds to be tested, with commas between them, if not all are. */
    private static final String ONLY = "activeobjects.testing.links";

    private Links() {}

    /** Names of those that join two processes, whether they work here or not. */
    static Stream<String> acrossProcesses() {
        String only = System.getProperty(ONLY);
        Stream<String> names = only == null ? all() : Stream.of(only.split(","));
        return names.filter(name -> !name.equals("local"));
    }

    private static Stream<String> all() {
        return Transport.linkNames().stream();
    }

    /** Skips the test, with a line that says why, where a kind of link cannot work. */
    static void assumeWorksHere(String link) {
        LinkProvider provider =
                ServiceLoader.load(LinkProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(one -> one.name().equals(link))
                        .findFirst()
                        .orElseThrow();
        LinkContext context =
                new LinkContext(
                        RuntimeId.random(),
                        "this host",
                        TransportConfig.defaults().withLinks(link));
        try (LinkService service = provider.start(context)) {
            service.useDoorbell(LinkPair.newBell());
        } catch (LinkUnavailableException e) {
            assumeTrue(false, "link " + link + " cannot work here: " + e.getMessage());
        }
    }
}
