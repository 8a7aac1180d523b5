package org.activeobjects.transport.shm;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.shm.direct.SingleCopy;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.Set;

/** The link through shared memory, for two processes of one host. */
public final class ShmLinkProvider implements LinkProvider {

    static final String NAME = "shm";
    private static final int PREFERENCE = 20;

    /** For {@code ServiceLoader}. */
    public ShmLinkProvider() {}

    @Override
    public String name() {
        return NAME;
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
    public Set<String> settings() {
        return SingleCopy.KNOWN;
    }

    @Override
    public LinkService start(LinkContext context) throws LinkUnavailableException {
        return ShmLinkService.start(context);
    }
}
