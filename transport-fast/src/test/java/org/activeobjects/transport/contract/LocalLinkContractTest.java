package org.activeobjects.transport.contract;

import org.activeobjects.transport.local.LocalLinkProvider;
import org.activeobjects.transport.spi.LinkProvider;

class LocalLinkContractTest extends LinkContract {

    @Override
    protected LinkProvider provider() {
        return new LocalLinkProvider();
    }
}
