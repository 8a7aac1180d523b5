package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits for what was dealt out are followed to whoever has got it. */
@Timeout(60)
class DispatchDeadlockTest extends CrewTests {

    /** Waits for members that wait for it. */
    public static class Chief {

        public Done name() {
            return new Done(0, 0, "chief");
        }

        /** Waits for all, or for the last one, which no member has got. */
        public Done ask(Crew crew, boolean waitsForAll) {
            PAGroup.setDispatchMode(crew, DispatchMode.DYNAMIC, 1);
            Chief self = (Chief) PAActiveObject.getStubOnThis();
            Done results = crew.askBack(tasks(5), self);
            try {
                if (waitsForAll) {
                    PAGroup.waitAll(results);
                } else {
                    PAGroup.waitTheNth(results, 4);
                }
            } catch (DeadlockException e) {
                return new Done(0, 0, e.getMessage());
            }
            return new Done(0, 0, PAGroup.getGroup(results).getExceptionList().getMessage());
        }
    }

    @ParameterizedTest(name = "members {0}, waits for all {1}")
    @CsvSource({"HERE, true", "THERE, true", "HERE, false", "THERE, false"})
    void aCallerThatWaitsForMembersThatWaitForItIsTold(Setting setting, boolean waitsForAll) {
        System.setProperty(DeadlockPolicy.SETTING, "fail");
        try {
            open(setting, 2, 1);
        } finally {
            System.clearProperty(DeadlockPolicy.SETTING);
        }

        assertThat(PAActiveObject.newActive(Chief.class).ask(crew, waitsForAll).note())
                .contains("deadlock: ")
                .containsPattern("Chief#\\d+\\.ask\\b")
                .containsPattern("Crew#\\d+\\.askBack\\b")
                .containsPattern("Chief#\\d+\\.ask waits for .* at \\S*Chief\\.ask\\(Disp");
    }
}
