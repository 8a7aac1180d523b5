package org.activeobjects.transport.netty;

import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.spi.LinkProvider;

class NettyLinkContractTest extends LinkContract {

    @Override
    protected LinkProvider provider() {
        return new NettyLinkProvider();
    }
}
