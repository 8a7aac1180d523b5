package org.activeobjects.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.UniqueID;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.queue.QueueBound;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

/** A call that fails in the middle of its arrival, as at the end of the caller's stack. */
@Timeout(60)
class ReceptionTest {

    private static final Error END = new StackOverflowError("as the test wants it");

    private final NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());
    private Thing thing;
    private LocalBody body;

    /** Is called. */
    public static class Thing {

        public IntWrapper queued() {
            return new IntWrapper(1);
        }

        @ImmediateService(uniqueThread = true)
        public IntWrapper immediate() {
            return new IntWrapper(2);
        }
    }

    /** Whose caller has no stack left once it is in the queue, or is to be served at once. */
    private static final class Deep extends QueuedRequest {

        private final LocalBody body;
        private final String method;

        private Deep(LocalBody body, String method) {
            super(null);
            this.body = body;
            this.method = method;
        }

        @Override
        public boolean mayBeServedHere() {
            throw END;
        }

        @Override
        public Object caller() {
            throw END;
        }

        @Override
        public StubMethod method() {
            return MethodTable.of(Thing.class).methods().stream()
                    .filter(one -> one.name().equals(method))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public Object[] arguments() {
            return new Object[0];
        }

        @Override
        public UniqueID getSourceBodyID() {
            return body.id();
        }

        @Override
        public String getSenderNodeURL() {
            return body.getNodeURL();
        }
    }

    @BeforeEach
    void create() {
        runtime.makeDefault();
        thing = PAActiveObject.newActive(Thing.class);
        body = ActiveHandler.of(thing).route().body();
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void leavesTheObjectToItsOtherCallers() {
        assertThatThrownBy(() -> body.receive(new Deep(body, "queued"))).isSameAs(END);
        assertThat(body.queueLength()).isZero();

        IntWrapper answer = thing.queued();

        PAFuture.waitFor(answer, 20_000);
        assertThat(answer.getIntValue()).isEqualTo(1);
    }

    @Test
    void leavesNoWorkBehindThatIsNeverDone() {
        assertThatThrownBy(() -> body.receive(new Deep(body, "immediate"))).isSameAs(END);

        assertThat(body.isBusy()).isFalse();
        assertThat(body.isIdle()).isTrue();
    }

    @Test
    void leavesTheRoomInABoundedQueueToOthers() {
        Thing bounded =
                QueueBound.of(1, Duration.ofSeconds(20))
                        .create(() -> PAActiveObject.newActive(Thing.class));
        LocalBody full = ActiveHandler.of(bounded).route().body();
        QueuedRequest deep = new Deep(full, "queued");
        assertThat(full.gate().enter(deep.method(), full)).isTrue();

        assertThatThrownBy(() -> full.receiveInRoom(deep)).isSameAs(END);

        assertThat(full.gate().hasRoom()).isTrue();
    }
}
