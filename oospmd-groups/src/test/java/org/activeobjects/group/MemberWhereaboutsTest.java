package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spmd.PASPMD;
import org.activeobjects.spmd.member.MemberExtension;
import org.activeobjects.spmd.waiting.RankState;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;

/** What members say to those who wait for them; in a package that counts as a user's. */
@Timeout(60)
class MemberWhereaboutsTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());

    @AfterEach
    void close() {
        Worker.GATES[1].countDown();
        here.close();
    }

    private RankState stateOf(Worker member) {
        Object[] question = {"state"};
        return RankState.decode(
                (Object[])
                        ((RuntimeServices) here)
                                .callExtension(member, new MemberExtension().name(), question)
                                .join());
    }

    /** A member that has thrown is waited for in vain only if it does nothing afterwards. */
    @Test
    void aMemberThatHasDoneNothingAmongTheRanksSaysWhereItIs() {
        here.makeDefault();
        Worker.GATES[1] = new CountDownLatch(1);
        Object[][] numbers = {{0}, {1}};
        Worker member =
                PAGroup.getGroup(PASPMD.newSPMDGroup(Worker.class, numbers, here.node())).get(1);
        assertThatIllegalStateException().isThrownBy(() -> member.failIfOdd().getIntValue());
        assertThat(stateOf(member).frames()).isEmpty();

        Worker.Sum sum = member.whenLetGo();

        await().untilAsserted(
                        () ->
                                assertThat(stateOf(member).frames())
                                        .isNotEmpty()
                                        .first()
                                        .asString()
                                        .contains("Worker.whenLetGo(Worker.java:"));
        Worker.GATES[1].countDown();
        assertThat(sum.value()).isEqualTo(1);
    }
}
