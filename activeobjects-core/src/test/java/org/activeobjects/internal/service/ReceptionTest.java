package org.activeobjects.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.api.PAFuture;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.request.Answer;
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
import java.util.concurrent.CompletableFuture;

/** Calls that fail where nobody expects it, such as at the end of the caller's stack. */
@Timeout(60)
class ReceptionTest {

    private static final Error END = new StackOverflowError("as the test wants it");

    private final NodeRuntime runtime = NodeRuntime.open(TransportConfig.defaults());
    private Thing thing;
    private LocalBody body;

    /** Is called. */
    public static class Thing {

        private static volatile CompletableFuture<Integer> gate;

        public IntWrapper queued() {
            return new IntWrapper(1);
        }

        @ImmediateService(uniqueThread = true)
        public IntWrapper immediate() {
            return new IntWrapper(2);
        }

        @ImmediateService(uniqueThread = true)
        public IntWrapper atGate() {
            return new IntWrapper(gate.join());
        }
    }

    /** Whose caller has no stack left once it is in the queue, or is to be served at once. */
    private static final class Deep extends TestRequest {

        private Deep(LocalBody body, String method) {
            super(body, method, null);
        }

        @Override
        public boolean mayBeServedHere() {
            throw END;
        }

        @Override
        public Object caller() {
            throw END;
        }
    }

    /** The next one of the same caller, who cannot be told anything if that is wanted. */
    private static final class Next extends TestRequest {

        private Next(LocalBody body, Answer answer) {
            super(body, "atGate", answer);
        }

        @Override
        public Object caller() {
            return "the caller";
        }
    }

    private static StubMethod methodOf(String name) {
        return MethodTable.of(Thing.class).methods().stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow();
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

    @Test
    void aCallerOfImmediateServicesWhoCannotBeToldGetsHisOtherAnswers() {
        Thing.gate = new CompletableFuture<>();
        Promise next = new Promise(methodOf("atGate"), "thing");
        body.receive(new Next(body, new TestRequest.Untold()));
        body.receive(new Next(body, next));

        Thing.gate.complete(1);

        await().until(next::isDone);
    }
}
