package org.activeobjects.group;

import org.activeobjects.api.PAFuture;
import org.activeobjects.group.dispatch.Dealer;
import org.activeobjects.group.member.Arrival;
import org.activeobjects.group.member.Iteration;
import org.activeobjects.group.member.NamedMembers;
import org.activeobjects.spi.CallHandler;
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
    private volatile boolean purges;
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

    /** Adds what another one has now. */
    void addAllOf(Members<?> other) {
        members.addAll(Arrays.asList(other.content()));
    }

    /** Puts others in the places of the members there are, all at once. */
    void replaceEach(UnaryOperator<Object> other) {
        members.replaceAll(other);
    }

    /** Another group of the same type. */
    Members<E> with(List<?> others) {
        return new Members<>(type, others, callees);
    }

    synchronized NamedMembers<E> names() {
        names = names == null ? new NamedMembers<>(this, members, this::content) : names;
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
        return seen(content());
    }

    private List<Object> seen(Object... now) {
        Object[] seen = new Object[now.length];
        Arrays.setAll(seen, index -> seen(now[index], index));
        return Arrays.asList(seen);
    }

    /** The members, without those that leave when they come. */
    List<Object> now() {
        if (purges) {
            purgeExceptionAndNull();
        }
        return members;
    }

    /** The members as they are now, futures unresolved. */
    Object[] content() {
        return now().toArray();
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
        return given(now().get(index), index);
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
        return seen(now().get(index), index);
    }

    @SuppressWarnings("unchecked") // whoever takes no member of it may get a failure, see Group
    E cast(Object member) {
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
        CallHandler handler = member == null ? null : Stubs.handlerOf(member);
        return handler != null && !(handler instanceof Dispatcher) && !Stubs.isActive(member);
    }

    @Override
    public int size() {
        return now().size();
    }

    @Override
    public E set(int index, E member) {
        return cast(seen(now().set(index, member), index));
    }

    @Override
    public boolean add(E member) {
        return members.add(member);
    }

    @Override
    public void add(int index, E member) {
        members.add(index, member);
    }

    @Override
    public E remove(int index) {
        return cast(seen(now().remove(index), index));
    }

    @Override
    public boolean remove(Object member) {
        Object[] now;
        int index;
        do {
            now = content();
            index = seen(now).indexOf(member);
        } while (index >= 0 && !removeSame(now[index], 0)); // others may have removed it meanwhile
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
        List<Object> waiting = new ArrayList<>(now());
        if (count < 0 || count > waiting.size()) {
            throw new IllegalArgumentException(
                    "no such number of results to wait for: count="
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
        PAFuture.waitFor(now().get(index));
    }

    @Override
    public int waitOneAndGetIndex() {
        return Arrival.awaitOne(this::content).index();
    }

    @Override
    public E waitAndGetOne() {
        Arrival one = Arrival.awaitOne(this::content);
        return given(one.member(), one.index());
    }

    /** Waits until one result has arrived; a failure as {@link ExceptionInGroup}. */
    Object showOne() {
        Arrival one = Arrival.awaitOne(this::content);
        return seen(one.member(), one.index());
    }

    /** As {@link #showOne}, and removes it. */
    Object takeOne() {
        while (true) {
            Arrival one = Arrival.awaitOne(this::content);
            Object shown = seen(one.member(), one.index());
            // Each result is taken by one of those who wait.
            if (removeSame(one.member(), 0)) {
                return shown;
            }
        }
    }

    /** Waits until a certain result has arrived, and shows it even if it has left by that. */
    Object showTheNth(int index) {
        Object member = now().get(index);
        PAFuture.waitFor(member);
        return seen(member, index);
    }

    @Override
    public boolean allArrived() {
        return now().stream().noneMatch(PAFuture::isAwaited);
    }

    @Override
    public boolean allAwaited() {
        return now().stream().allMatch(Members::isAllAwaited);
    }

    private static boolean isAllAwaited(Object member) {
        Members<?> inner = Dispatcher.of(member);
        return inner == null ? PAFuture.isAwaited(member) : inner.allAwaited();
    }

    @Override
    public ExceptionListException getExceptionList() {
        return ExceptionListException.ofMembers(snapshot());
    }

    @Override
    public void purgeExceptionAndNull() {
        members.removeIf(member -> seen(member, 0) instanceof ExceptionInGroup || isNull(member));
    }

    @Override
    public void setAutomaticPurge(boolean on) {
        var _ = now(); // what has come while it was on is not to be seen when it is off
        purges = on;
    }

    boolean purges() {
        return purges;
    }

    /** Whether nothing is there: no member, or a result that has arrived and is {@code null}. */
    private static boolean isNull(Object member) {
        return member == null
                || isFuture(member) && !PAFuture.isAwaited(member) && PAFuture.isNull(member);
    }
}
