package org.activeobjects.internal.exchange;

import org.activeobjects.active.UniqueID;
import org.activeobjects.spi.BodyExtension;
import org.activeobjects.spi.BodyHandle;

/** Tells a partner where the endpoint of a body is. */
public final class ExchangeExtension implements BodyExtension {

    static final String NAME = "activeobjects.exchange";

    /** Made by each runtime. */
    public ExchangeExtension() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object onCall(BodyHandle body, UniqueID sender, Object argument) {
        return ArrayExchange.of(body).describe();
    }
}
