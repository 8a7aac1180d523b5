package org.activeobjects.api;

import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;

/** A JVM in which a guest waits for a second visit, which a condition of the host keeps out. */
final class DoubtMain {

    private DoubtMain() {}

    /** Lets nobody in beside a visitor. */
    @DefineGroups(
            @Group(
                    name = "visits",
                    selfCompatible = true,
                    parameter = "java.lang.Integer",
                    condition = "this.hasRoom"))
    public static class Host {

        public Host() {}

        public boolean hasRoom(Integer older, Integer younger) {
            return false;
        }

        @MemberOf("visits")
        public IntWrapper visit(Integer hops, Guest guest) {
            return new IntWrapper(hops == 0 ? 0 : guest.visit(hops - 1).getIntValue() + 1);
        }
    }

    /** Sends whoever visits back to the host. */
    public static class Guest {

        private Host host;

        public Guest() {}

        public void knows(Host known) {
            host = known;
        }

        public IntWrapper visit(int hops) {
            Guest me = (Guest) PAActiveObject.getStubOnThis();
            return new IntWrapper(host.visit(hops, me).getIntValue());
        }
    }

    public static void main(String[] arguments) {
        NodeRuntime.open(TransportConfig.defaults().withJob(ServerMain.JOB, null)).makeDefault();
        Host host = PAActiveObject.newActive(Host.class);
        Guest guest = PAActiveObject.newActive(Guest.class);
        guest.knows(host);
        System.out.println("CAME BACK " + host.visit(1, guest).getIntValue());
    }
}
