package org.activeobjects.example.pipe;

import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;

/** The link {@code pipe}. */
public final class PipeLinkProvider implements LinkProvider {

    static final String NAME = "pipe";

    /** Behind every link of the product: taken by who asks for it. */
    private static final int PREFERENCE = 90;

    /** For {@code ServiceLoader}. */
    public PipeLinkProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return PREFERENCE;
    }

    @Override
    public LinkService start(LinkContext context) {
        return new PipeLinkService(context.runtime());
    }
}
