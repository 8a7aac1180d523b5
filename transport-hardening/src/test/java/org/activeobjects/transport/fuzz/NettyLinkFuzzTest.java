package org.activeobjects.transport.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.admission.TicketKind;

class NettyLinkFuzzTest extends SocketLinkFuzz {

    NettyLinkFuzzTest() {
        super("netty", new TicketKind("netty", 2));
    }

    @FuzzTest
    void endsTheLinkAtWorst(byte[] bytes) throws Exception {
        attack(bytes);
    }
}
