package org.activeobjects.example.pipe;

import org.activeobjects.transport.contract.LinkContract;
import org.activeobjects.transport.spi.LinkProvider;

/** The contract of a link, from the test jar of the transport. */
class PipeLinkContractTest extends LinkContract {

    @Override
    protected LinkProvider provider() {
        return new PipeLinkProvider();
    }
}
