package org.activeobjects.internal.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Answers within one runtime. */
class CopyingPromiseTest {

    @Test
    void anExceptionIsAnAnswerWhetherThereIsMemoryForACopyOrNot() {
        CopyingPromise promise = new CopyingPromise(Object.class, "a call", null); // copies nothing
        Error thrown = new OutOfMemoryError("as the test wants it");

        promise.failure(thrown);

        assertThat(promise.isDone()).isTrue();
        assertThatThrownBy(() -> promise.get(0)).isSameAs(thrown);
    }
}
