package org.activeobjects.transport.tcp;

import org.activeobjects.transport.admission.TicketKind;
import org.activeobjects.transport.posix.socket.Sockets;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.Set;

/** The link over native TCP sockets, on Linux, where native access is enabled. */
public final class TcpLinkProvider implements LinkProvider {

    static final String NAME = "tcp";
    static final TicketKind TICKETS = new TicketKind(NAME, 2);

    /** For {@code ServiceLoader}. */
    public TcpLinkProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 40;
    }

    @Override
    public Set<String> settings() {
        return TcpSettings.KNOWN;
    }

    @Override
    public LinkService start(LinkContext context) throws LinkUnavailableException {
        TcpSettings settings = TcpSettings.of(context.config().settings());
        String whyNot = Sockets.whyNot();
        if (whyNot != null) {
            throw new LinkUnavailableException(whyNot);
        }
        return TcpLinkService.start(context, settings);
    }
}
