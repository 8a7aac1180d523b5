package org.activeobjects.npb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProblemClassTest {

    @Test
    void isFoundByItsLetterOfEitherCase() {
        assertThat(ProblemClass.named("S")).isSameAs(ProblemClass.S);
        assertThat(ProblemClass.named("b")).isSameAs(ProblemClass.B);
    }

    @Test
    void listsTheKnownOnesWhenThereIsNone() {
        assertThatThrownBy(() -> ProblemClass.named("X"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown problem class: class=X; known classes are S, W, A, B, C");
    }
}
