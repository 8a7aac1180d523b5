package org.activeobjects.group;

import org.activeobjects.api.PAFuture;
import org.activeobjects.group.dispatch.Dealer;
import org.activeobjects.group.member.Iteration;
import org.activeobjects.group.member.NamedMembers;
import org.activeobjects.spi.Stubs;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The one implementation of a group. */
final class Members<E> extends AbstractList<E>
        implements Group<E>, Iteration.Source<E>, RandomAccess {

    private final Class<E> type;
    private final CopyOnWriteArrayList<Object> members;

    /** Of answers, who was called; {@code null} where that is not known. */
    private final UnaryOperator<Object> callees;

    private NamedMembers<E> names; // made when first asked for: most groups are answers
    private Dealer dealer; // as the names
    private E typed;
    private volatile boolean scatter;
    private volatile Dispatcher.Choice choice = Dispatcher.Choice.NONE;

    Members(Class<E> type, List<?> members) {
        this(type, members, i -> null);
    }

    private Members(Class<E> type, List<?> members, UnaryOperator<Object> callees) {
        this.type = type;
        this.members = new CopyOnWriteArrayList<>(members);
        this.callees = callees;
    }

    /** The answers to calls; tells by the number of a call who was called. */
    static <E> Members<E> ofAnswers(
            Class<E> type, List<Object> answers, IntFunction<Object> callees) {
        return new Members<>(
                type,
                answers,
                answer -> {
                    for (int i = 0; i < answers.size(); i++) {
                        if (answers.get(i) == answer) {
                            return callees.apply(i);
                        }
                    }
                    return null;
                });
    }

    /** Puts others in the places of the members there are. */
    void replaceAll(Object[] others) {
        for (int index = 0; index < others.length; index++) {
            members.set(index, others[index]);
        }
    }

    /** Another group of the same type. */
    Members<E> with(List<?> others) {
        return new Members<>(type, others, callees);
    }

    synchronized NamedMembers<E> names() {
        names = names == null ? new NamedMembers<>(this, this::content) : names;
        return names;
    }

    /** Deals out the calls of this group that go to whoever is free. */
    synchronized Dealer dealer() {
        dealer = dealer == null ? new Dealer() : dealer;
        return dealer;
    }

    /** How calls of this group are dealt out. */
    Dispatcher.Choice choice() {
        return choice;
    }

    void choose(Dispatcher.Choice chosen) {
        choice = chosen;
    }

    boolean isScatter() {
        return scatter;
    }

    void setScatter(boolean on) {
        scatter = on;
    }

    /** The members as they are now, failures as {@link ExceptionInGroup}. */
    List<Object> snapshot() {
        List<Object> now = new ArrayList<>(members);
        for (int index = 0; index < now.size(); index++) {
            now.set(index, seen(now.get(index), index));
        }
        return now;
    }

    /** The members as they are now, futures unresolved. */
    Object[] content() {
        return members.toArray();
    }

    @Override
    public synchronized E getGroupByType() {
        if (typed == null) {
            typed = Stubs.create(type, new Dispatcher(this));
        }
        return typed;
    }

    @Override
    public Class<E> getType() {
        return type;
    }

    @Override
    public E get(int index) {
        return given(members.get(index), index);
    }

    @Override
    public E given(Object member, int index) {
        Object shown = seen(member, index);
        if (shown instanceof ExceptionInGroup failure && !type.isInstance(failure)) {
            throw failure;
        }
        return cast(shown);
    }

    @Override
    public Iterator<E> iterator() {
        return new Iteration<>(this, content());
    }

    @Override
    public Spliterator<E> spliterator() {
        Object[] now = content();
        return Spliterators.spliterator(
                new Iteration<>(this, now), now.length, Spliterator.ORDERED);
    }

    @Override
    public boolean removeSame(Object gone, long before) {
        long[] left = {before};
        return members.removeIf(member -> member == gone && left[0]-- == 0);
    }

    /** A member as it is now, a failure as {@link ExceptionInGroup}. */
    Object shown(int index) {
        return seen(members.get(index), index);
    }

    @SuppressWarnings("unchecked") // whoever takes no member of it may get a failure, see Group
    private E cast(Object member) {
        return (E) member;
    }

    /** A future that has failed is seen as its failure, everything else as it is. */
    Object seen(Object member, int index) {
        if (!isFuture(member) || PAFuture.isAwaited(member)) {
            return member;
        }
        try {
            PAFuture.getFutureValue(member);
            return member;
        } catch (Throwable failed) {
            Object callee = callees.apply(member);
            return ExceptionInGroup.ofFuture(callee == null ? member : callee, index, failed);
        }
    }

    static boolean isFuture(Object member) {
        return member != null && Stubs.handlerOf(member) != null && !isOther(member);
    }

    private static boolean isOther(Object stub) {
        return Stubs.isActive(stub) || Stubs.handlerOf(stub) instanceof Dispatcher;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public E set(int index, E member) {
        E before = cast(shown(index));
        members.set(index, member);
        return before;
    }

    @Override
    public void add(int index, E member) {
        members.add(index, member);
    }

    @Override
    public E remove(int index) {
        E before = cast(shown(index));
        members.remove(index);
        return before;
    }

    @Override
    public boolean remove(Object member) {
        int index = indexOf(member);
        if (index >= 0) {
            members.remove(index);
        }
        return index >= 0;
    }

    @Override
    public void clear() {
        members.clear();
    }

    @Override
    protected void removeRange(int from, int to) {
        members.subList(from, to).clear();
    }

    // What takes the members for objects sees failures too.

    @Override
    public boolean contains(Object member) {
        return indexOf(member) >= 0;
    }

    @Override
    public Object[] toArray() {
        return snapshot().toArray();
    }

    @Override
    public int indexOf(Object member) {
        return snapshot().indexOf(member);
    }

    @Override
    public int lastIndexOf(Object member) {
        return snapshot().lastIndexOf(member);
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof List<?> list
                        && snapshot().equals(list instanceof Members<?> g ? g.snapshot() : list);
    }

    @Override
    public int hashCode() {
        return snapshot().hashCode();
    }

    @Override
    public String toString() {
        return snapshot().toString();
    }

    // To those waits a typed group is there when all of its members are.

    @Override
    public void waitAll() {
        PAFuture.waitForAll(Arrays.asList(content()));
    }

    @Override
    public void waitOne() {
        waitOneAndGetIndex();
    }

    @Override
    public void waitN(int count) {
        List<Object> waiting = new ArrayList<>(members);
        if (count > waiting.size()) {
            throw new IllegalArgumentException(
                    "group has fewer members than are waited for: count="
                            + count
                            + " size="
                            + waiting.size());
        }
        for (int arrived = 0; arrived < count; arrived++) {
            waiting.remove(PAFuture.waitForAny(waiting));
        }
    }

    @Override
    public void waitTheNth(int index) {
        PAFuture.waitFor(members.get(index));
    }

    @Override
    public int waitOneAndGetIndex() {
        List<Object> waiting = new ArrayList<>(members);
        if (waiting.isEmpty()) {
            throw new IllegalStateException("nothing to wait for, the group is empty");
        }
        return PAFuture.waitForAny(waiting);
    }

    @Override
    public E waitAndGetOne() {
        return get(waitOneAndGetIndex());
    }

    /** Waits until one result has arrived and removes it; a failure as {@link ExceptionInGroup}. */
    Object takeOne() {
        while (true) {
            int index = waitOneAndGetIndex();
            Object[] now = content();
            // Others may have removed some meanwhile, and each result is taken by one of them.
            if (index < now.length && !PAFuture.isAwaited(now[index])) {
                Object shown = seen(now[index], index);
                if (removeSame(now[index], 0)) {
                    return shown;
                }
            }
        }
    }

    @Override
    public boolean allArrived() {
        return members.stream().noneMatch(PAFuture::isAwaited);
    }

    @Override
    public boolean allAwaited() {
        return leaves().allMatch(PAFuture::isAwaited);
    }

    /** The members, in place of groups among them their members. */
    private Stream<Object> leaves() {
        return members.stream().flatMap(Members::leavesOf);
    }

    private static Stream<Object> leavesOf(Object member) {
        Members<?> inner = Dispatcher.of(member);
        return inner == null ? Stream.of(member) : inner.leaves();
    }

    @Override
    public ExceptionListException getExceptionList() {
        List<Object> now = snapshot();
        List<ExceptionInGroup> failed = new ArrayList<>();
        for (int index = 0; index < now.size(); index++) {
            ExceptionInGroup failure = failureOf(now.get(index), index);
            if (failure != null) {
                failed.add(failure);
            }
        }
        return failed.isEmpty() ? null : new ExceptionListException("a call", failed);
    }

    private static ExceptionInGroup failureOf(Object seen, int index) {
        Members<?> inner = Dispatcher.of(seen);
        if (inner == null) {
            return seen instanceof ExceptionInGroup failure ? failure : null;
        }
        ExceptionListException failures = inner.getExceptionList();
        return failures == null ? null : new ExceptionInGroup(seen, index, failures);
    }

    @Override
    public void purgeExceptionAndNull() {
        List<Object> now = snapshot();
        for (int index = now.size() - 1; index >= 0; index--) {
            if (isNull(now.get(index)) || now.get(index) instanceof ExceptionInGroup) {
                members.remove(index);
            }
        }
    }

    /** Whether nothing is there: no member, or a result that has arrived and is {@code null}. */
    private static boolean isNull(Object member) {
        return member == null
                || isFuture(member) && !PAFuture.isAwaited(member) && PAFuture.isNull(member);
    }
}
