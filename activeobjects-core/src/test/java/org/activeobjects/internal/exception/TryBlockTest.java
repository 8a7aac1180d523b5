package org.activeobjects.internal.exception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.internal.future.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TryBlockTest {

    private static final int MANY = 300_000;

    private TryBlock block;

    @BeforeEach
    void begin() {
        TryBlock.begin(new Class<?>[] {Exception.class});
        block = TryBlock.current();
    }

    @AfterEach
    void leave() {
        TryBlock.suspend();
    }

    private Promise call() {
        Promise call = new Promise(Object.class, "a call");
        block.add(call);
        return call;
    }

    @Test
    void takesNoteOfACallWithoutALookAtAllThatAreOpen() {
        Promise first = call();
        for (int i = 0; i < MANY; i++) {
            var _ = call();
        }
        first.failure(new IllegalStateException("closed"));

        assertThat(block.failures()).extracting(Throwable::getMessage).containsExactly("closed");
    }

    @Test
    void throwsOneOfManyFailuresWithTheOthersInTheirOrder() {
        for (int i = 0; i < MANY; i++) {
            call().failure(new IllegalStateException("number " + i));
        }

        assertThatThrownBy(block::throwFailure)
                .hasMessage("number 0")
                .satisfies(
                        failure -> {
                            assertThat(failure.getSuppressed()).hasSize(MANY - 1);
                            assertThat(failure.getSuppressed()[MANY - 2])
                                    .hasMessage("number " + (MANY - 1));
                        });
    }
}
