package org.activeobjects.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.group.PAGroup;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Arrays;

/** The operations of old programs give what all ranks together have. */
@Timeout(60)
class CollectiveOperationTest {

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("old", TransportConfig.newSecret()));

    /** A member with the numbers rank + 1, and 10 times that. */
    public static class Member {

        public StringWrapper all() {
            CollectiveOperation all = new CollectiveOperation(PASPMD.getSPMDGroup());
            int mine = PASPMD.getMyRank() + 1;
            double[] given = {mine, 10.0 * mine};
            double[] sums = all.sum(given);
            return new StringWrapper(
                    String.join(
                            " ",
                            all.sum(mine) + "," + all.min(mine) + "," + all.max(mine),
                            all.sum(mine / 2.0) + "," + all.min(1.0 * mine) + "," + all.max(-mine),
                            Arrays.toString(sums) + (sums == given),
                            Arrays.toString(all.min(new double[] {mine, -mine})),
                            Arrays.toString(all.max(new double[] {mine, -mine})),
                            Arrays.toString(all.sum(new int[] {mine, 10 * mine})),
                            Arrays.toString(all.min(new int[] {mine, -mine})),
                            Arrays.toString(all.max(new int[] {mine, -mine}))));
        }

        public StringWrapper ofAnother(Object group) {
            CollectiveOperation all = new CollectiveOperation(group);
            try {
                return new StringWrapper("sum " + all.sum(1));
            } catch (IllegalStateException e) {
                return new StringWrapper(e.getMessage());
            }
        }
    }

    @BeforeEach
    void makeDefault() {
        here.makeDefault();
    }

    @AfterEach
    void close() {
        here.close();
    }

    @Test
    void everyRankGetsTheSame() {
        Member members = PASPMD.newSPMDGroup(Member.class, new Object[3][0], here.node());

        assertThat(PAGroup.getGroup(members.all()))
                .extracting(StringWrapper::getStringValue)
                .containsOnly(
                        "6,1,3 3.0,1.0,-1 [6.0, 60.0]true [1.0, -3.0] [3.0, -1.0] [6, 60] [1, -3]"
                                + " [3, -1]");
    }

    @Test
    void theGroupHasToBeThatOfTheCaller() {
        Member members = PASPMD.newSPMDGroup(Member.class, new Object[2][0], here.node());
        Object others = PAGroup.newGroup(Member.class, new Object[3][0]);

        assertThat(PAGroup.getGroup(members).get(0).ofAnother(others).getStringValue())
                .contains("members=3 ranksOfCaller=2");
        assertThatThrownBy(() -> new CollectiveOperation("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PASPMD.getSPMDGroup");
    }
}
