package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Groups of ordinary objects that change while somebody goes through them. */
@Timeout(60)
class GroupIterationTest {

    private final IntWrapper zero = new IntWrapper(0);
    private final IntWrapper one = new IntWrapper(1);
    private final IntWrapper two = new IntWrapper(2);

    private static Group<IntWrapper> group(IntWrapper... members) {
        return PAGroup.getGroup(PAGroup.of(IntWrapper.class, List.of(members)));
    }

    @Test
    void aLoopThatAddsMembersSeesThoseOfItsBegin() {
        Group<IntWrapper> group = group(zero, one, two);
        List<IntWrapper> seen = new ArrayList<>();

        for (IntWrapper each : group) {
            seen.add(each);
            group.add(new IntWrapper(3));
            if (seen.size() > 3) {
                break;
            }
        }

        assertThat(seen).containsExactly(zero, one, two);
        assertThat(group.size()).isEqualTo(6);
    }

    @Test
    void aLoopThatRemovesMembersSeesThemAll() {
        Group<IntWrapper> group = group(zero, one, two);
        List<IntWrapper> seen = new ArrayList<>();

        for (IntWrapper each : group) {
            seen.add(each);
            assertThat(group.remove(each)).isTrue();
        }

        assertThat(seen).containsExactly(zero, one, two);
        assertThat(group.isEmpty()).isTrue();
    }

    /** Something else happens when it is compared for the first time, as by another thread. */
    public static class Interrupted {

        private final int number;
        private Runnable meanwhile = () -> {};

        public Interrupted() {
            this(0);
        }

        Interrupted(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            Runnable now = meanwhile;
            meanwhile = () -> {};
            now.run();
            return other instanceof Interrupted same && same.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    @Test
    void theMemberThatIsRemovedIsTheOneThatWasFoundWhateverOthersRemove() {
        Group<Interrupted> group = interrupted();
        Interrupted one = new Interrupted(1);
        one.meanwhile = () -> group.remove(0);

        assertThat(group.remove(one)).isTrue();

        assertThat(group.stream().map(each -> each.number)).containsExactly(2);
    }

    @Test
    void aMemberIsRemovedOnce() {
        Group<Interrupted> group = interrupted();
        Interrupted one = new Interrupted(1);
        one.meanwhile = () -> group.remove(1);

        assertThat(group.remove(one)).isFalse();

        assertThat(group.stream().map(each -> each.number)).containsExactly(0, 2);
    }

    private static Group<Interrupted> interrupted() {
        List<Interrupted> members = Stream.of(0, 1, 2).map(Interrupted::new).toList();
        return PAGroup.getGroup(PAGroup.of(Interrupted.class, members));
    }

    @Test
    void aStreamSeesTheMembersOfItsBegin() {
        Group<IntWrapper> group = group(zero, one, two);

        Stream<IntWrapper> members = group.stream().peek(group::remove);

        assertThat(members.toList()).containsExactly(zero, one, two);
        assertThat(group.isEmpty()).isTrue();
    }

    @Test
    void anIteratorRemovesTheVeryMemberItHasGiven() {
        Group<IntWrapper> group = group(zero, one, zero, two, zero);
        Iterator<IntWrapper> all = group.iterator();
        assertThatThrownBy(all::remove).isInstanceOf(IllegalStateException.class);

        all.next();
        all.remove();
        assertThatThrownBy(all::remove).isInstanceOf(IllegalStateException.class);
        all.next();
        all.next();
        all.next();
        group.remove(one);
        all.next();
        all.remove();

        assertThat(new ArrayList<>(group)).containsExactly(zero, two);
        assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void whatAnotherHasRemovedIsRemovedNoMore() {
        Group<IntWrapper> group = group(zero, one);
        Iterator<IntWrapper> all = group.iterator();

        all.next();
        group.remove(zero);
        all.remove();

        assertThat(new ArrayList<>(group)).containsExactly(one);
    }

    @Test
    void membersAreAddedAtTheEndWhateverOtherThreadsRemove() throws Exception {
        Group<IntWrapper> group = group();
        CompletableFuture<Void> adding =
                CompletableFuture.runAsync(
                        () -> {
                            for (int added = 0; added < 200_000; added++) {
                                group.add(zero);
                            }
                        });

        while (!adding.isDone()) {
            group.clear();
        }

        adding.get();
        assertThat(group).allMatch(each -> each == zero);
    }
}
