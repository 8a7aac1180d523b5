package org.activeobjects.group.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.group.ExceptionInGroup;
import org.activeobjects.group.ExceptionListException;
import org.activeobjects.group.Group;
import org.activeobjects.group.PAGroup;
import org.activeobjects.group.dispatch.Crew.Done;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members that are lost or end while work is dealt out to them, or before. */
@Timeout(60)
class LostMembersTest extends CrewTests {

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aMemberThatEndsFailsWhatItHadAndTheOthersDoTheRest(Setting setting) {
        open(setting, 2, 2);
        Site.hold(0, 1);
        Done results = crew.work(tasks(12));
        awaitQueued(0, 1, 1);
        awaitQueued(1, 1, 1);

        PAActiveObject.terminateActiveObject(members.get(0), true);
        await().until(() -> refusesCalls(members.get(0)));
        Site.letGo(0, 1);

        PAGroup.waitAll(results);
        ExceptionListException failed = PAGroup.getGroup(results).getExceptionList();
        assertThat((Iterable<ExceptionInGroup>) failed)
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(2) // perhaps also one that was sent while it was ending
                .allSatisfy(one -> assertThat(one.getObject()).isSameAs(members.get(0)))
                .extracting(ExceptionInGroup::getIndex)
                .contains(2);
        assertThat(Site.begunBy(0)).containsExactly(0);
        assertThat(Site.begunBy(1)).hasSize(11 - failed.size());
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aMemberThatLivesOnToEndGetsNothingMore(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0, 1, Crew.END);
        Done results = crew.work(tasks(100));
        await().until(() -> Site.begun() == 2);
        PAActiveObject.terminateActiveObject(members.get(0), true);
        await().until(() -> refusesCalls(members.get(0)));

        Site.letGo(0);
        await().until(() -> Site.hasBegun(0, Crew.END));
        Site.letGo(1);

        PAGroup.waitAll(results);
        ExceptionListException failed = PAGroup.getGroup(results).getExceptionList();
        int lost = failed == null ? 0 : failed.size();
        assertThat(lost).isLessThanOrEqualTo(1); // the one that was sent before that was known
        assertThat(Site.begunBy(0)).containsExactly(0);
        assertThat(Site.begunBy(1)).hasSize(99 - lost);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aMemberThatHasEndedBeforeCostsNothing(Setting setting) {
        open(setting, 3, 2);
        PAActiveObject.terminateActiveObject(members.get(1), true);
        await().until(() -> refusesCalls(members.get(1)));

        Done results = crew.work(tasks(9));

        assertThat(tasksOf(results)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(Site.begunBy(1)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Setting.class,
            names = {"THERE", "THERE_CAUSAL"})
    void ifNobodyIsLeftTheRestFailsAndSaysSo(Setting setting) {
        open(setting, 2, 1);
        Site.hold(0, 1);
        Done results = crew.work(tasks(5));
        await().until(() -> Site.begun() == 2);

        there.close();

        PAGroup.waitAll(results);
        ExceptionListException failed = PAGroup.getGroup(results).getExceptionList();
        assertThat((Iterable<ExceptionInGroup>) failed).hasSize(5);
        assertThat((ExceptionInGroup) PAGroup.get(results, 1))
                .satisfies(one -> assertThat(one.getObject()).isSameAs(members.get(1)));
        assertThat(((ExceptionInGroup) PAGroup.get(results, 4)).getThrowable())
                .hasMessageContaining("no member of the group is left that takes calls")
                .hasMessageContaining("Crew.work(Task)")
                .hasMessageContaining("members=2");
        assertThat(((ExceptionInGroup) PAGroup.get(results, 4)).getObject())
                .isNotInstanceOf(Crew.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Setting.class,
            names = {"THERE", "THERE_CAUSAL"})
    void theRuntimeOfSomeMembersMayBeLost(Setting setting) {
        open(setting, 2, 1);
        members.add(PAActiveObject.newActive(Crew.class, new Object[] {2}, here.node()));
        PAGroup.getGroup(crew).add(members.get(2));
        Site.hold(0, 1, 2);
        Done results = crew.work(tasks(8));
        await().until(() -> Site.begun() == 3);

        there.close();
        PAGroup.waitN(results, 2);
        Site.letGo(2);

        PAGroup.waitAll(results);
        Group<Done> group = PAGroup.getGroup(results);
        assertThat((Iterable<ExceptionInGroup>) group.getExceptionList())
                .extracting(ExceptionInGroup::getIndex)
                .containsExactly(0, 1);
        assertThat(Site.begunBy(2)).containsExactly(2, 3, 4, 5, 6, 7);
        // Again with members that are known to be lost: nothing is lost with them.
        Site.letGo(0, 1);
        assertThat(tasksOf(crew.work(tasks(4)))).containsExactly(0, 1, 2, 3);
    }
}
