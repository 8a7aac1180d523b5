package org.activeobjects.transport.contract;

import org.activeobjects.transport.shm.ShmLinkProvider;
import org.activeobjects.transport.spi.LinkProvider;

class ShmLinkContractTest extends LinkContract {

    @Override
    protected LinkProvider provider() {
        return new ShmLinkProvider();
    }

    @Override
    protected boolean givesOutMemory() {
        return true;
    }
}
