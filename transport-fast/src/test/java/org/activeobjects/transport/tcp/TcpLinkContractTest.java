package org.activeobjects.transport.tcp;

import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.spi.LinkProvider;

class TcpLinkContractTest extends LinkContract {

    @Override
    protected LinkProvider provider() {
        return new TcpLinkProvider();
    }
}
