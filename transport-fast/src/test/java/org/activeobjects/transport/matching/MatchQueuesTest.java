package org.activeobjects.transport.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** The oldest posted receive that accepts a message gets it, however full of gaps the queue is. */
@Timeout(60)
class MatchQueuesTest {

    private final MatchQueues queues = new MatchQueues();
    private final Envelope message = new Envelope();

    private Operation post(int tag) {
        Operation op = new Operation(null);
        op.receive(null, 0, tag, 0, Slice.EMPTY);
        queues.post(op);
        return op;
    }

    private Operation take(int tag) {
        return queues.takePosted(message.set(null, 1, tag, 0, ElementType.BYTE, 0, 0));
    }

    @Test
    void receivesOfOneTagAreTakenInTheirOrder() {
        List<Operation> posted = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            posted.add(post(1));
        }
        for (Operation op : posted) {
            assertThat(take(1)).isSameAs(op);
        }
        assertThat(take(1)).isNull();
    }

    @Test
    void aReceiveThatStaysPostedIsFoundBehindManyThatPassed() {
        Operation stays = post(1);
        for (int i = 0; i < 10_000; i++) {
            Operation first = post(2);
            Operation second = post(2);
            assertThat(take(2)).isSameAs(first);
            assertThat(take(2)).isSameAs(second);
        }
        assertThat(queues.isPosted(stays)).isTrue();
        assertThat(take(1)).isSameAs(stays);
        assertThat(queues.isPosted(stays)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 200, 3000})
    void anyOrderGivesWhatAListWouldGive(int atOnce) {
        Random random = new Random(atOnce);
        List<Operation> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int tag = random.nextInt(5);
            if (model.size() < random.nextInt(2 * atOnce)) {
                model.add(post(tag == 0 ? Endpoint.ANY_TAG : tag));
            } else if (random.nextInt(10) == 0 && !model.isEmpty()) {
                Operation cancelled = model.remove(random.nextInt(model.size()));
                assertThat(queues.isPosted(cancelled)).isTrue();
                queues.unlink(cancelled);
                assertThat(queues.isPosted(cancelled)).isFalse();
            } else {
                assertThat(take(tag)).isSameAs(takeOldest(model, tag));
            }
        }
        assertThat(queues.takePosted(op -> op.tag() == 1))
                .containsExactlyElementsOf(model.stream().filter(op -> op.tag() == 1).toList());
        assertThat(queues.takePosted(op -> true))
                .containsExactlyElementsOf(model.stream().filter(op -> op.tag() != 1).toList());
        assertThat(take(1)).isNull();
    }

    private static Operation takeOldest(List<Operation> model, int tag) {
        for (Iterator<Operation> it = model.iterator(); it.hasNext(); ) {
            Operation op = it.next();
            if (op.tag() == Endpoint.ANY_TAG || op.tag() == tag) {
                it.remove();
                return op;
            }
        }
        return null;
    }

    @Test
    void keepsNoMoreRoomForLongMessagesThanItMay() {
        for (int round = 0; round < 3; round++) {
            long room = roomOfThose(40, 1 << 20);
            assertThat(room).isEqualTo(round == 0 ? 0 : MatchQueues.SPARE_ROOM);
        }
        assertThat(roomOfThose(40, 1000)).isEqualTo(MatchQueues.SPARE_ROOM);
    }

    /** Bytes for which messages have had room when they came. */
    private long roomOfThose(int count, long bytes) {
        List<Unexpected> came = new ArrayList<>();
        long room = 0;
        for (int i = 0; i < count; i++) {
            Unexpected one = queues.append();
            one.copyOf(message.set(null, 1, 1, 0, ElementType.BYTE, bytes, 0));
            room += one.roomLength();
            assertThat(one.room().byteLength()).isEqualTo(bytes);
            came.add(one);
        }
        for (Unexpected one : came) {
            queues.unlink(one);
            queues.recycle(one);
        }
        return room;
    }

    @Test
    void aQueueThatHasHeldVeryManyServesOn() {
        List<Operation> many = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            many.add(post(1));
        }
        for (Operation op : many) {
            queues.unlink(op);
        }
        Operation next = post(1);
        assertThat(queues.isPosted(many.get(50_000))).isFalse();
        assertThat(take(1)).isSameAs(next);
    }
}
