package org.activeobjects.api;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;

import java.io.IOException;

/** Ends its JVM, which an active object with a name would keep alive, or returns. */
final class ExitMain {

    private ExitMain() {}

    public static void main(String[] arguments) throws IOException {
        NodeRuntime.open(TransportConfig.defaults()).makeDefault();
        if (arguments[0].equals("return")) {
            var _ = PAActiveObject.newActive(Account.class).fails("the bank is closed");
            return;
        }
        String url = PAActiveObject.registerByName(PAActiveObject.newActive(Account.class), "kept");
        System.out.println("REGISTERED " + url);
        if (arguments[0].equals("success")) {
            PALifeCycle.exitSuccess();
        } else {
            PALifeCycle.exitFailure();
        }
    }
}
