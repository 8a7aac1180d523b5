package org.activeobjects.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;

class UserFramesTest {

    private static String frames(String... classNames) {
        StackTraceElement[] stack =
                Arrays.stream(classNames)
                        .map(name -> new StackTraceElement(name, "m", null, -1))
                        .toArray(StackTraceElement[]::new);
        return String.join(
                " ", UserFrames.of(stack).stream().map(StackTraceElement::getClassName).toList());
    }

    @Test
    void messagesThatAWaitingThreadMovesAreNotPartOfIt() {
        assertThat(
                        frames(
                                "org.activeobjects.internal.remote.Incoming",
                                "org.activeobjects.transport.shm.ShmLink",
                                "org.activeobjects.transport.progress.Progress",
                                "org.activeobjects.spmd.PASPMD",
                                "solver.Step",
                                "java.util.ArrayList",
                                "solver.Main",
                                "java.lang.reflect.Method",
                                "org.activeobjects.deployment.internal.agent.UserProgram",
                                "java.lang.Thread"))
                .isEqualTo("solver.Step java.util.ArrayList solver.Main");
    }

    @Test
    void aServedMethodEndsAtWhatServesIt() {
        assertThat(
                        frames(
                                "java.util.concurrent.locks.LockSupport",
                                "org.activeobjects.internal.future.LocalPromise",
                                "org.activeobjects.api.PAFuture",
                                "bank.Account",
                                "org.activeobjects.internal.service.Activity",
                                "bank.Teller",
                                "java.lang.VirtualThread"))
                .isEqualTo("bank.Account");
    }

    @Test
    void anObjectThatWaitsForARequestHasNone() {
        assertThat(
                        frames(
                                "java.util.concurrent.locks.LockSupport",
                                "org.activeobjects.internal.service.BodyQueue",
                                "org.activeobjects.active.Service",
                                "org.activeobjects.internal.service.Activity",
                                "java.lang.Thread"))
                .isEmpty();
    }

    @Test
    void aWaitForAGroupIsWhereTheProgramWaits() {
        assertThat(
                        frames(
                                "org.activeobjects.internal.future.Several",
                                "org.activeobjects.api.PAFuture",
                                "org.activeobjects.group.Members",
                                "org.activeobjects.group.PAGroup",
                                "bank.Account"))
                .isEqualTo("bank.Account");
        assertThat(
                        frames(
                                "org.activeobjects.api.PAFuture",
                                "org.activeobjects.group.member.Iteration",
                                "bank.Account"))
                .isEqualTo("bank.Account");
    }

    @Test
    void aThreadWithoutUserCodeHasNone() {
        assertThat(frames("java.lang.Object", "java.util.Queue", "java.lang.Thread")).isEmpty();
    }

    @Test
    void aDeepStackIsCut() {
        String[] deep = Collections.nCopies(100, "a.B").toArray(String[]::new);

        assertThat(frames(deep).split(" ")).hasSize(16);
    }
}
