package org.activeobjects.group;

import org.activeobjects.api.PAFuture;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What two groups have and have not in common. Members are the same if they are equal: stubs of one
 * active object, results with equal values. A result that has failed is the same as itself alone.
 *
 * <p><b>Threading:</b> safe; each works on the members as they are when it begins.
 */
final class SetOperations {

    private SetOperations() {}

    /** All of one and those of the other that are not among them. */
    static <E> Group<E> union(Members<E> one, Members<?> other) {
        requireType(one, other);
        Content first = Content.of(one);
        List<Object> all = first.members(member -> true);
        all.addAll(Content.of(other).members(member -> !first.has(member)));
        return one.with(all);
    }

    /** Those of one that the other has too. */
    static <E> Group<E> intersection(Members<E> one, Members<?> other) {
        Content second = Content.of(other);
        return one.with(Content.of(one).members(second::has));
    }

    /** Those of one that the other has not. */
    static <E> Group<E> without(Members<E> one, Members<?> other) {
        Content second = Content.of(other);
        return one.with(Content.of(one).members(member -> !second.has(member)));
    }

    /** Those that only one of them has. */
    static <E> Group<E> difference(Members<E> one, Members<?> other) {
        requireType(one, other);
        Content first = Content.of(one);
        Content second = Content.of(other);
        List<Object> all = first.members(member -> !second.has(member));
        all.addAll(second.members(member -> !first.has(member)));
        return one.with(all);
    }

    /** The other group of an operation. */
    static Members<?> require(Group<?> other) {
        Objects.requireNonNull(other, "the other group is null");
        if (other instanceof Members<?> members) {
            return members;
        }
        throw new IllegalArgumentException(
                "not a group that PAGroup has made: type=" + other.getClass().getTypeName());
    }

    static void requireType(Members<?> one, Members<?> other) {
        if (!one.getType().isAssignableFrom(other.getType())) {
            throw new IllegalArgumentException(
                    "members of a group do not fit into another: type="
                            + other.getType().getTypeName()
                            + " expected="
                            + one.getType().getTypeName()
                            + "; begin with the group of the more general type");
        }
    }

    /** A member, and what it is compared by: of a result its value. */
    private record Member(Object itself, Object value) {

        boolean isSame(Member other) {
            boolean isFailed =
                    value instanceof ExceptionInGroup || other.value instanceof ExceptionInGroup;
            return itself == other.itself || !isFailed && Objects.equals(value, other.value);
        }
    }

    private record Content(List<Member> list) {

        static Content of(Members<?> group) {
            group.waitAll();
            Object[] now = group.content();
            List<Member> list = new ArrayList<>();
            for (int index = 0; index < now.length; index++) {
                Object seen = group.seen(now[index], index);
                boolean isValue = !(seen instanceof ExceptionInGroup);
                list.add(new Member(now[index], isValue ? PAFuture.getFutureValue(seen) : seen));
            }
            return new Content(list);
        }

        boolean has(Member member) {
            return list.stream().anyMatch(member::isSame);
        }

        List<Object> members(Predicate<Member> chosen) {
            List<Object> some = new ArrayList<>();
            list.stream().filter(chosen).forEach(member -> some.add(member.itself()));
            return some;
        }
    }
}
