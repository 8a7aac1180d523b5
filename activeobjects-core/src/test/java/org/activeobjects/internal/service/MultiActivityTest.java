package org.activeobjects.internal.service;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;

/** What becomes of the requests of a multi-active object if something fails beside them. */
@Timeout(60)
class MultiActivityTest {

    /** Serves one request at a time. */
    @DefineGroups(@Group(name = "all", selfCompatible = false))
    public static class OneByOne {

        static volatile CompletableFuture<Integer> gate;

        @MemberOf("all")
        public IntWrapper atGate() {
            return new IntWrapper(gate.join());
        }
    }

    @Test
    void aCallerThatCannotBeToldKeepsNobodyElseWaiting() {
        OneByOne.gate = new CompletableFuture<>();
        try (NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults())) {
            runtime.makeDefault();
            OneByOne object = PAActiveObject.newActive(OneByOne.class);
            LocalBody body = ActiveHandler.of(object).route().body();
            body.receive(new TestRequest(body, "atGate", new TestRequest.Untold()));
            IntWrapper next = object.atGate();
            OneByOne.gate.complete(1);

            PAFuture.waitFor(next, 20_000);
            assertThatThrownBy(next::getIntValue).isInstanceOf(ActiveObjectCreationException.class);
        }
    }
}
