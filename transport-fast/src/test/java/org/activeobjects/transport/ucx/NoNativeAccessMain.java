package org.activeobjects.transport.ucx;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

/** Says why there is no link over UCX in a JVM without native access. */
final class NoNativeAccessMain {

    private NoNativeAccessMain() {}

    public static void main(String[] arguments) {
        TransportConfig config = TransportConfig.defaults().withLinks("ucx");
        LinkContext context = new LinkContext(RuntimeId.random(), "this host", config);
        try (LinkService service = new UcxLinkProvider().start(context)) {
            System.out.println("STARTED " + service.offer());
        } catch (LinkUnavailableException e) {
            System.out.println("REFUSED " + e.getMessage());
        }
    }
}
