package org.activeobjects.transport.shm.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

/** Both ends of a window in one thread. */
@Timeout(60)
class WindowTest {

    private static final int LINE = 64;

    private final MemorySegment memory = Arena.ofAuto().allocate(Window.LENGTH, LINE);
    private final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, LINE);
    private final Window producer = new Window(memory, word);
    private final Window consumer = new Window(memory, word);

    private void put(int length, byte content) {
        int at = producer.find(length);
        assertThat(at).isNotEqualTo(Window.NONE);
        memory.asSlice(at, length).fill(content);
        producer.pass(length);
    }

    private void take(int length, byte content) {
        int at = consumer.next(length);
        consumer.fetch(at, length); // also where the payload ends with the window
        for (int i = 0; i < length; i++) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, at + i)).isEqualTo(content);
        }
        consumer.pass(length);
        consumer.tell();
    }

    @Test
    void hasNoRoomForMoreThanItsLengthUntilTheConsumerTells() {
        put(Window.LONGEST, (byte) 1);
        put(Window.LONGEST, (byte) 2);

        assertThat(producer.find(1)).isEqualTo(Window.NONE);
        take(Window.LONGEST, (byte) 1);
        assertThat(producer.find(Window.LONGEST)).isZero();
    }

    @Test
    void aClaimLeavesAloneWhatTheConsumerHasNotTaken() {
        put(Window.LONGEST, (byte) 1);
        put(Window.LONGEST, (byte) 2);

        producer.claim(LINE);

        take(Window.LONGEST, (byte) 1);
        take(Window.LONGEST, (byte) 2);
    }

    @Test
    void aClaimWritesToEachLineOfTheNextPayloadAndToNoOther() {
        memory.fill((byte) 7);
        put(100, (byte) 1);

        producer.claim(3 * LINE);

        for (int line = 0; line < Window.LENGTH; line += LINE) {
            boolean isClaimed = line >= 2 * LINE && line < 5 * LINE;
            assertThat(memory.get(ValueLayout.JAVA_BYTE, line + 32L))
                    .isEqualTo((byte) (line == 0 || line == LINE ? 1 : 7));
            assertThat(memory.get(ValueLayout.JAVA_BYTE, line) == 0).isEqualTo(isClaimed);
        }
        assertThat(producer.find(3 * LINE)).isEqualTo(2 * LINE);
    }

    @Test
    void payloadsOfAllLengthsArriveWhateverIsClaimedBetween() {
        Random random = new Random(3);
        Queue<int[]> under = new ArrayDeque<>();
        for (int i = 0; i < 50_000; i++) {
            int length = 1 + random.nextInt(random.nextBoolean() ? 200 : Window.LONGEST);
            if (producer.find(length) == Window.NONE || random.nextInt(4) == 0) {
                while (!under.isEmpty()) {
                    int[] next = under.remove();
                    take(next[0], (byte) next[1]);
                }
            } else {
                put(length, (byte) i);
                under.add(new int[] {length, i});
                producer.claim(1 + random.nextInt(Window.LONGEST));
            }
        }
    }
}
