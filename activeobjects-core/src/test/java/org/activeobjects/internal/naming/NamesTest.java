package org.activeobjects.internal.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {

    private final Names names = new Names();

    @Test
    void isInUseUntilTheLastNodeIsKilled() {
        assertThat(names.isInUse()).isFalse();
        HostedNode first = names.createNode("first", false);
        HostedNode second = names.createNode("second", false);

        names.killNode(first);
        assertThat(names.isInUse()).isTrue();

        names.killNode(second);
        assertThat(names.isInUse()).isFalse();
    }

    @Test
    void isInUseWhenANodeIsReplacedAndTheOldOneIsKilledOnceMore() {
        HostedNode old = names.createNode("node", false);
        names.createNode("node", true);

        names.killNode(old);

        assertThat(names.isInUse()).isTrue();
    }

    @Test
    void isNotInUseOnceAllNamesHaveBeenTakenAway() {
        names.createNode("node", false);

        names.clear();

        assertThat(names.isInUse()).isFalse();
    }
}
