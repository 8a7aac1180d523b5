package org.activeobjects.transport.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;

/** What becomes of a message within a runtime that meets the end of its receiver. */
@Timeout(60)
class LocalMessagesTest {

    private static final RuntimeId HERE = new RuntimeId(1, 1);

    private final ParkingDoorbell bell = new ParkingDoorbell();
    private final Progress progress = new Progress("test-progress", bell, 0);
    private final Stations stations = new Stations(HERE, progress, new Handlers());
    private final Station sender = stations.open(null);
    private final Station receiver = stations.open(null);

    /** This runtime, as one of those that it may send to. */
    static final class Here extends Party {

        @Override
        public RuntimeId id() {
            return HERE;
        }

        @Override
        public boolean isSelf() {
            return true;
        }

        @Override
        public TransportException loss() {
            return null;
        }

        @Override
        public void accept(Operation receive) {
            throw new AssertionError("announced to itself: " + receive);
        }

        @Override
        public boolean replace(Operation send, Operation standIn) {
            throw new AssertionError("announced to itself: " + send);
        }

        @Override
        public void refuse(int senderId, int reason, String text) {
            throw new AssertionError("announced to itself: " + text);
        }

        @Override
        public void tellMisfit(int fromEndpoint, int toEndpoint, int context, String text) {
            throw new AssertionError("told by a frame: " + text);
        }

        @Override
        protected void tellClosed(int endpoint, String reason) {
            throw new AssertionError("told by a frame: " + endpoint);
        }

        @Override
        public void consumedLater(long bytes) {
            throw new AssertionError("credit for itself: " + bytes);
        }

        @Override
        public boolean hasOutput() {
            return false;
        }

        @Override
        public void flush() {}
    }

    @AfterEach
    void close() {
        progress.close();
        bell.close();
    }

    private Operation sendOf(byte[] elements) {
        Operation send = new Operation(sender);
        send.send(new Here(), receiver.id(), 7, 0, Slice.of(elements), 0);
        return send;
    }

    private Operation receiveInto(byte[] room) {
        Operation receive = new Operation(receiver);
        receive.receive(null, 0, 7, 0, Slice.of(room));
        receiver.matcher().receive(receive);
        return receive;
    }

    /** Else nobody who closes the endpoint meanwhile would wait for the end of the copy. */
    @Test
    void aReceiveWhoseElementsAreStillComingIsAboutToBeCopied() {
        Matcher matcher = receiver.matcher();
        Unexpected message = (Unexpected) matcher.takeLocally(sendOf(new byte[] {5}));
        byte[] room = new byte[1];
        Operation receive = receiveInto(room);

        assertThat(matcher.isCopying()).isTrue();
        message.room().copyFrom(0, MemorySegment.ofArray(new byte[] {5}), 0, 1);
        matcher.came(message);

        assertThat(matcher.isCopying()).isFalse();
        assertThat(receive.await().count()).isOne();
        assertThat(room).containsExactly(5);
    }

    @Test
    void aReceiveWhoseElementsDoNotComeIsNotCopied() {
        Matcher matcher = receiver.matcher();
        Unexpected message = (Unexpected) matcher.takeLocally(sendOf(new byte[1]));
        Operation receive = receiveInto(new byte[1]);

        matcher.willNotCome(message, new TransportException("no"));

        assertThat(matcher.isCopying()).isFalse();
        assertThatThrownBy(receive::await).hasMessage("no");
    }

    /** It was received, and its place in the queue is that of another message by now. */
    @Test
    void aSendThatHasWaitedForItsReceiveTouchesNoMessageOfAnother() {
        Matcher matcher = receiver.matcher();
        byte[] many = new byte[1 << 20];
        Operation late = sendOf(many);
        Object foundLate = matcher.takeLocally(late);
        receiveInto(new byte[many.length]).await();
        Operation other = sendOf(new byte[] {5});
        Object foundOther = matcher.takeLocally(other);

        LocalMessages.proceed(late, foundLate, matcher);
        LocalMessages.proceed(other, foundOther, matcher);

        byte[] room = new byte[1];
        receiveInto(room).await(Duration.ofSeconds(20));
        assertThat(room).containsExactly(5);
        late.await(Duration.ofSeconds(20));
        other.await(Duration.ofSeconds(20));
    }

    /** Who has offered a half finds both operations in the next round, and that left as a whole. */
    @Test
    void whatIsTakenBackInTheNextRoundIsCopiedAsItWasLeft() {
        byte[] many = new byte[1 << 20];
        Arrays.fill(many, (byte) 5);
        byte[] room = new byte[many.length];
        Operation receive = receiveInto(room);
        Operation send = sendOf(many);
        assertThat(receiver.matcher().takeLocally(send)).isSameAs(receive);
        assertThat(receive.offer(send)).isTrue();

        var _ = LocalMessages.settle(receive, send, true, true);

        receive.await(Duration.ofSeconds(20));
        send.await(Duration.ofSeconds(20));
        assertThat(room).isEqualTo(many);
        assertThat(receiver.matcher().isCopying()).isFalse();
    }

    @Test
    void aReceiveFailsIfThereIsNoRoomForItsMessageMeanwhile() {
        Matcher matcher = receiver.matcher();
        Operation send = sendOf(new byte[] {5});
        Unexpected message = (Unexpected) matcher.takeLocally(send);
        Operation receive = receiveInto(new byte[1]);
        message.bytes = Integer.MAX_VALUE; // stands for a heap that is full

        LocalMessages.proceed(send, message, matcher);

        assertThatThrownBy(() -> receive.await(Duration.ofSeconds(20)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("elements could not be copied");
        assertThatThrownBy(() -> send.await(Duration.ofSeconds(20)))
                .hasMessageContaining("elements could not be copied");
        assertThat(matcher.isCopying()).isFalse();
    }

    @Test
    void aSendToAnEndpointThatIsClosedMeanwhileFails() {
        Operation send = sendOf(new byte[1 << 20]);
        receiver.matcher().close(new TransportClosedException("closed"));

        LocalMessages.deliver(send, receiver.matcher());

        assertThatThrownBy(send::await).isInstanceOf(TransportClosedException.class);
    }
}
