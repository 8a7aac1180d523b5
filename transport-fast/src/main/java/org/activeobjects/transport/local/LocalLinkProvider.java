package org.activeobjects.transport.local;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;

/** The link {@code local}: between runtimes of one JVM. */
public final class LocalLinkProvider implements LinkProvider {

    private static final int PREFERENCE = 10;

    /** For the service loader. */
    public LocalLinkProvider() {}

    @Override
    public String name() {
        return LocalLink.NAME;
    }

    @Override
    public int preference() {
        return PREFERENCE;
    }

    @Override
    public boolean isConfidential(TransportConfig config) {
        return true;
    }

    @Override
    public LinkService start(LinkContext context) {
        return new LocalLinkService(context.runtime());
    }
}
