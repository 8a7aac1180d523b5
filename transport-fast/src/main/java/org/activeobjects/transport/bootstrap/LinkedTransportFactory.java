package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.TransportFactory;
import org.activeobjects.transport.error.FaultLog;

import java.util.List;

/** Opens transports over the links that are found. */
public final class LinkedTransportFactory implements TransportFactory {

    /** For the service loader. */
    public LinkedTransportFactory() {
        FaultLog.begin();
    }

    @Override
    public Transport open(TransportConfig config) {
        return LinkedTransport.open(config);
    }

    @Override
    public List<String> linkNames() {
        return List.copyOf(LinkServices.known().keySet());
    }

    @Override
    public List<String> settingNames() {
        return List.copyOf(LinkServices.settingNames(LinkServices.known().values()));
    }
}
