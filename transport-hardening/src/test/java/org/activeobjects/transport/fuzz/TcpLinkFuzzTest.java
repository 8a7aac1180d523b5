package org.activeobjects.transport.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.admission.TicketKind;

class TcpLinkFuzzTest extends SocketLinkFuzz {

    TcpLinkFuzzTest() {
        super("tcp", new TicketKind("tcp", 2));
    }

    @FuzzTest
    void endsTheLinkAtWorst(byte[] bytes) throws Exception {
        attack(bytes);
    }
}
