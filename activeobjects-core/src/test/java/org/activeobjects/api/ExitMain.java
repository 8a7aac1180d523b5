package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

import java.io.IOException;

/** Ends its JVM, which an active object with a name would keep alive. */
final class ExitMain {

    private ExitMain() {}

    public static void main(String[] arguments) throws IOException {
        NodeRuntime.open(TransportConfig.defaults()).makeDefault();
        String url = PAActiveObject.registerByName(PAActiveObject.newActive(Account.class), "kept");
        System.out.println("REGISTERED " + url);
        if (arguments[0].equals("success")) {
            PALifeCycle.exitSuccess();
        } else {
            PALifeCycle.exitFailure();
        }
    }
}
