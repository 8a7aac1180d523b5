package org.activeobjects.transport.tcp;

import org.activeobjects.transport.contract.SocketLinkHostility;

class TcpLinkHostilityTest extends SocketLinkHostility {

    TcpLinkHostilityTest() {
        super(
                new TcpLinkProvider(),
                TcpLinkProvider.TICKETS,
                FrameParser.MAX_PAYLOAD,
                Reception.MAX_STRANGERS);
    }
}
