package org.activeobjects.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Stages that are given back are taken again, also by those who begin to look at one place. */
@Timeout(30)
class StagesTest {

    private final List<MemorySegment> taken = new ArrayList<>();

    @AfterEach
    void giveBack() {
        taken.forEach(Stages::giveBack);
    }

    private MemorySegment take() {
        MemorySegment stage = Stages.take();
        taken.add(stage);
        return stage;
    }

    @Test
    void someThatAreTakenAtATimeAreAllKept() {
        List<MemorySegment> first = List.of(take(), take(), take());
        giveBack();
        taken.clear();

        List<MemorySegment> second = List.of(take(), take(), take());

        assertThat(second).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void nobodyGetsWhatAnotherHas() {
        for (int i = 0; i < 40; i++) { // more than are kept
            take().fill((byte) i);
        }

        assertThat(taken).doesNotHaveDuplicates();
        for (int i = 0; i < taken.size(); i++) {
            assertThat(taken.get(i).mismatch(taken.get(i).asSlice(1))).isEqualTo(Stages.LENGTH - 1);
        }
    }
}
