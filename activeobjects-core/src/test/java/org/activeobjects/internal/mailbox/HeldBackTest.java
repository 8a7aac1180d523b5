package org.activeobjects.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class HeldBackTest {

    private static final UniqueID A = new UniqueID(new RuntimeId(1, 1), 1);
    private static final UniqueID B = new UniqueID(new RuntimeId(1, 1), 2);

    private final HeldBack held = new HeldBack();
    private final List<String> entered = new ArrayList<>();

    private void send(UniqueID sender, String what) {
        send(sender, what, () -> {});
    }

    private void send(UniqueID sender, String what, Runnable more) {
        Runnable letIn =
                () -> {
                    entered.add(what);
                    more.run();
                };
        if (!held.any() || !held.divert(sender, letIn)) {
            letIn.run();
        }
    }

    @Test
    void letsOthersPassAndTheHeldOneInItsOrder() {
        held.hold(A);
        send(A, "a1");
        send(B, "b1");
        send(A, "a2");
        assertThat(entered).containsExactly("b1");

        held.release(List.of(A));
        assertThat(entered).containsExactly("b1", "a1", "a2");
        assertThat(held.any()).isFalse();
    }

    @Test
    void whatFailsWhenItIsLetInHoldsUpNothing() {
        held.hold(A);
        held.hold(B);
        send(A, "a1", HeldBackTest::fail);
        send(B, "b1");
        send(A, "a2");

        held.release(List.of(A, B));
        assertThat(entered).containsExactly("a1", "b1", "a2");
        assertThat(held.any()).isFalse();
        send(B, "b2");
        assertThat(entered).endsWith("b2");
    }

    private static void fail() {
        throw new StackOverflowError("on purpose");
    }

    @Test
    void staysHeldBehindWhatHoldsAgainWhileItIsLetIn() {
        held.hold(A);
        send(A, "a1");
        send(A, "mark", () -> held.hold(A));
        send(A, "a2");

        held.release(List.of(A));
        assertThat(entered).containsExactly("a1", "mark");
        send(A, "a3");
        held.release(List.of(A));
        assertThat(entered).containsExactly("a1", "mark", "a2", "a3");
    }

    @Test
    void goesOnWhenWhatIsLetInReleasesTheSameSender() {
        held.hold(A);
        send(A, "mark", () -> held.release(List.of(A)));
        send(A, "a1");

        held.release(List.of(A));
        assertThat(entered).containsExactly("mark", "a1");
        assertThat(held.any()).isFalse();
    }

    @Test
    void letsSeveralInAsTheyHaveCome() {
        held.hold(A);
        held.hold(B);
        send(A, "a1");
        send(B, "b1", () -> send(A, "a3")); // comes while the others are let in
        send(A, "a2");
        send(B, "b2");

        held.release(List.of(B, A));
        assertThat(entered).containsExactly("a1", "b1", "a2", "b2", "a3");
        assertThat(held.any()).isFalse();
    }

    @Test
    void oneThatIsHeldAgainDoesNotHoldUpTheOthers() {
        held.hold(A);
        held.hold(B);
        send(A, "mark", () -> held.hold(A));
        send(A, "a1");
        send(B, "b1");

        held.release(List.of(A, B));
        assertThat(entered).containsExactly("mark", "b1");
        held.release(List.of(A));
        assertThat(entered).containsExactly("mark", "b1", "a1");
    }

    @Test
    void holdsBackNothingAnyMoreAfterTheEnd() {
        held.hold(A);
        send(A, "a1");
        held.releaseAll();

        held.hold(B); // by somebody who has seen the object alive a moment ago
        send(B, "b1");

        assertThat(entered).containsExactly("a1", "b1");
        assertThat(held.any()).isFalse();
    }

    @Test
    void countsWhatWaitsOfAllSenders() {
        held.hold(A);
        held.hold(B);
        send(A, "a1");
        send(B, "b1");
        send(B, "b2");
        assertThat(held.count()).isEqualTo(3);

        held.release(List.of(B));

        assertThat(held.count()).isEqualTo(1);
    }

    @Test
    void ignoresTheReleaseOfASenderThatIsNotHeld() {
        held.release(List.of(B));
        send(B, "b1");

        assertThat(entered).containsExactly("b1");
    }
}
