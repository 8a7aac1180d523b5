package org.activeobjects.transport.netty;

import org.activeobjects.transport.contract.SocketLinkHostility;
import org.activeobjects.transport.netty.reception.Reception;

class NettyLinkHostilityTest extends SocketLinkHostility {

    NettyLinkHostilityTest() {
        super(
                new NettyLinkProvider(),
                NettyLinkProvider.TICKETS,
                NettyLink.MAX_PAYLOAD,
                Reception.MAX_STRANGERS);
    }
}
