package org.activeobjects.transport.netty;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.admission.TicketKind;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.Set;

/** The link over TCP that works on every operating system. */
public final class NettyLinkProvider implements LinkProvider {

    static final String NAME = "netty";
    static final TicketKind TICKETS = new TicketKind(NAME, 2);

    /** For {@code ServiceLoader}. */
    public NettyLinkProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 50;
    }

    @Override
    public boolean isConfidential(TransportConfig config) {
        return NettySettings.askForTls(config);
    }

    @Override
    public Set<String> settings() {
        return NettySettings.KNOWN;
    }

    @Override
    public LinkService start(LinkContext context) throws LinkUnavailableException {
        return NettyLinkService.start(context);
    }
}
