package org.activeobjects.group.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Names of members while others change the list. */
class NamedMembersTest {

    private final List<Object> list = new CopyOnWriteArrayList<>(List.of("a"));

    /** What another thread does when somebody has just looked. */
    private Runnable meanwhile = () -> {};

    private final NamedMembers<String> named =
            new NamedMembers<>(
                    new Iteration.Source<String>() {
                        @Override
                        public String given(Object member, int index) {
                            return (String) member;
                        }

                        @Override
                        public boolean removeSame(Object gone, long before) {
                            return list.remove(gone);
                        }
                    },
                    list,
                    this::look);

    private Object[] look() {
        Object[] now = list.toArray();
        meanwhile.run();
        meanwhile = () -> {};
        return now;
    }

    @BeforeEach
    void addOneThatOthersGoBefore() {
        named.add("second", "b");
        list.add("c");
        meanwhile = () -> list.remove("a");
    }

    @Test
    void theMemberOfANameIsFoundWhateverOthersRemove() {
        assertThat(named.get("second")).isEqualTo("b");
        assertThat(list).containsExactly("b", "c");
    }

    @Test
    void theMemberOfANameIsRemovedWhateverOthersRemove() {
        assertThat(named.remove("second")).isEqualTo("b");
        assertThat(list).containsExactly("c");
    }

    @Test
    void theMemberOfANameIsReplacedWhateverOthersRemove() {
        named.add("second", "d");

        assertThat(named.get("second")).isEqualTo("d");
        assertThat(list).containsExactly("d", "c");
    }

    @Test
    void aMemberWhoseNameIsGivenAnewWhenItHasGoneIsAdded() {
        list.remove("b");

        named.add("second", "d");

        assertThat(named.get("second")).isEqualTo("d");
        assertThat(list).containsExactly("c", "d");
    }
}
