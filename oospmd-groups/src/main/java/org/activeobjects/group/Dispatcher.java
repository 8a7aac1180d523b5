package org.activeobjects.group;

import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.GroupCalls;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.spi.Stubs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a call of a typed group does: it goes to every member that has not failed, to some of them
 * more than once if an argument that is to be scattered has more elements than there are members,
 * and to some and not to others if the mode of the group says so.
 */
final class Dispatcher implements CallHandler {

    private final Members<?> group;

    Dispatcher(Members<?> group) {
        this.group = group;
    }

    Members<?> group() {
        return group;
    }

    @Override
    public List<?> standsFor() {
        return Arrays.asList(group.content());
    }

    @Override
    public Object call(StubMethod method, Object[] arguments) {
        if (isOfObject(method)) {
            return callOfObject(method, arguments);
        }
        boolean isVoid = method.returnType() == void.class;
        if (!isVoid && !makesGroup(method)) {
            throw new UnsupportedOperationException(
                    "a call of a group gives a group, and this result cannot be stood in for:"
                            + " method="
                            + method
                            + " result="
                            + method.returnType().getTypeName()
                            + "; return a class that is not final, such as a wrapper, or call the"
                            + " members one by one");
        }
        Answers answers = answers(method, arguments);
        if (isVoid) {
            throwFailures(method, answers);
            return null;
        }
        Members<?> results =
                Members.ofAnswers(method.returnType(), answers.results(), answers.callees());
        results.setAutomaticPurge(group.purges());
        return results.getGroupByType();
    }

    /** What calls came to, in their order, and who was called. */
    private record Answers(List<Object> results, IntFunction<Object> callees) {}

    /** An argument that is dealt out, as it was when the call was made. */
    private record Scattered(List<Object> elements) {}

    private Answers answers(StubMethod method, Object[] given) {
        List<Object> members = group.snapshot();
        Object[] arguments = taken(given);
        int elements = numberOfElements(arguments);
        if (elements == 0 || members.isEmpty()) {
            return send(method, callees(members, members.size(), false), arguments);
        }
        Choice chosen = group.choice().orElse(method);
        int calls = chosen.calls(members.size(), elements);
        Answers dealt =
                chosen.mode() == DispatchMode.DYNAMIC
                        ? deal(method, arguments, members, calls, chosen.bufferSize())
                        : null;
        boolean isRandom = chosen.mode() == DispatchMode.STATIC_RANDOM;
        return dealt == null ? send(method, callees(members, calls, isRandom), arguments) : dealt;
    }

    /** Who gets which call; nobody where a member has failed. */
    private static List<Object> callees(List<Object> members, int calls, boolean isRandom) {
        List<Object> callees = new ArrayList<>(calls);
        List<Object> living =
                isRandom ? members.stream().filter(Dispatcher::isCalled).toList() : List.of();
        for (int index = 0; index < calls; index++) {
            Object member =
                    living.isEmpty()
                            ? members.get(index % members.size())
                            : living.get(ThreadLocalRandom.current().nextInt(living.size()));
            callees.add(isCalled(member) ? member : null);
        }
        return callees;
    }

    private static boolean isCalled(Object member) {
        return member != null && !(member instanceof ExceptionInGroup);
    }

    /**
     * Has the calls go to whoever is free; null if nobody would know when that is: of a one-way
     * call, or of members that are called directly.
     */
    private Answers deal(
            StubMethod method,
            Object[] arguments,
            List<Object> members,
            int calls,
            int bufferSize) {
        List<Object> called = members.stream().filter(Dispatcher::isCalled).toList();
        if (!called.stream().allMatch(one -> Stubs.isActive(one) || Members.isFuture(one))) {
            return null;
        }
        int[] all = IntStream.range(0, calls).toArray();
        GroupCalls.Deferred deferred = GroupCalls.defer(method, dealt(arguments, all));
        if (deferred == null) {
            return null;
        }
        List<? extends GroupCalls.Later> open = deferred.calls();
        group.dealer().deal(method.toString(), open, called, bufferSize);
        return new Answers(Arrays.asList(deferred.results()), index -> open.get(index).member());
    }

    /** Without a result there is a future only where the caller has to wait or the call failed. */
    private static void throwFailures(StubMethod method, Answers answers) {
        List<ExceptionInGroup> failed = new ArrayList<>();
        for (int index = 0; index < answers.results().size(); index++) {
            if (answers.results().get(index) instanceof CompletableFuture<?> answer) {
                try {
                    answer.join();
                } catch (CompletionException | CancellationException e) {
                    Throwable cause = e.getCause() == null ? e : e.getCause();
                    Object member = answers.callees().apply(index);
                    failed.add(new ExceptionInGroup(member, index, cause));
                }
            }
        }
        if (!failed.isEmpty()) {
            throw new ExceptionListException(method.toString(), failed);
        }
    }

    private static boolean makesGroup(StubMethod method) {
        return !method.returnsCompletableFuture() && Stubs.canStandInFor(method.returnType());
    }

    /** Looks once at what is scattered: other threads may change it while the call goes on. */
    private static Object[] taken(Object... arguments) {
        Object[] taken = arguments;
        for (int index = 0; index < arguments.length; index++) {
            Members<?> one = of(arguments[index]);
            if (one != null && one.isScatter()) {
                // Futures as they are: one that has failed throws what it has, where it is used.
                List<Object> elements = Arrays.asList(one.content());
                if (elements.isEmpty()) {
                    throw new IllegalArgumentException("a group that is to be scattered is empty");
                }
                taken = taken == arguments ? arguments.clone() : taken;
                taken[index] = new Scattered(elements);
            }
        }
        return taken;
    }

    /** Those of the largest argument that is scattered; 0 if none is. */
    private static int numberOfElements(Object... arguments) {
        int elements = 0;
        for (Object argument : arguments) {
            if (argument instanceof Scattered scattered) {
                elements = Math.max(elements, scattered.elements.size());
            }
        }
        return elements;
    }

    /** Sends calls to members, of which one is known for each, or none. */
    private static Answers send(StubMethod method, List<Object> callees, Object[] arguments) {
        int[] called =
                IntStream.range(0, callees.size())
                        .filter(index -> callees.get(index) != null)
                        .toArray();
        List<Object> targets = Arrays.stream(called).mapToObj(callees::get).toList();
        Object[] results =
                Arrays.stream(arguments).anyMatch(Scattered.class::isInstance)
                        ? GroupCalls.scatter(method, dealt(arguments, called), targets)
                        : GroupCalls.callAll(method, arguments, targets);
        Object[] placed = new Object[callees.size()];
        for (int i = 0; i < results.length; i++) {
            placed[called[i]] = results[i];
        }
        return new Answers(Arrays.asList(placed), callees::get);
    }

    /** The arguments of some calls, each with its elements of those that are scattered. */
    private static Object[][] dealt(Object[] arguments, int[] calls) {
        Object[][] dealt = new Object[calls.length][];
        Arrays.setAll(dealt, i -> arguments.clone());
        for (int argument = 0; argument < arguments.length; argument++) {
            if (arguments[argument] instanceof Scattered(List<Object> elements)) {
                for (int i = 0; i < dealt.length; i++) {
                    dealt[i][argument] = elements.get(calls[i] % elements.size());
                }
            }
        }
        return dealt;
    }

    /**
     * How calls of a group are dealt out.
     *
     * @param mode to whom
     * @param bufferSize how many a member has at a time, where that counts
     */
    record Choice(DispatchMode mode, int bufferSize) {

        /** Of a group that nobody has said anything about. */
        static final Choice NONE = new Choice(DispatchMode.UNSPECIFIED, 1);

        Choice {
            Objects.requireNonNull(mode, "the dispatch mode of a group is null");
            if (bufferSize < 1) {
                throw new IllegalArgumentException(
                        "a member has to have one call at a time at least: mode="
                                + mode
                                + " bufferSize="
                                + bufferSize);
            }
        }

        /** This one if it says something, else what the method says, else the type of the group. */
        Choice orElse(StubMethod method) {
            if (mode != DispatchMode.UNSPECIFIED) {
                return this;
            }
            Dispatch said = method.annotation(Dispatch.class);
            if (said == null || said.mode() == DispatchMode.UNSPECIFIED) {
                said = method.tableClass().getAnnotation(Dispatch.class);
            }
            return said == null ? this : new Choice(said.mode(), said.bufferSize());
        }

        /** As many as there is work for; in turn enough that every member is called too. */
        int calls(int members, int elements) {
            boolean isInTurn = mode != DispatchMode.DYNAMIC && mode != DispatchMode.STATIC_RANDOM;
            return isInTurn ? Math.max(members, elements) : elements;
        }
    }

    /** The group behind a typed group, {@code null} for anything else. */
    static Members<?> of(Object typed) {
        return typed != null && Stubs.handlerOf(typed) instanceof Dispatcher dispatcher
                ? dispatcher.group
                : null;
    }

    /**
     * The group behind a typed group.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Members<?> require(Object typed) {
        Members<?> group = of(typed);
        if (group == null) {
            throw new IllegalArgumentException(
                    "not a typed group: type="
                            + (typed == null ? null : typed.getClass().getTypeName()));
        }
        return group;
    }

    private static boolean isOfObject(StubMethod method) {
        return switch (method.name()) {
            case "hashCode", "toString" -> method.parameterCount() == 0;
            case "equals" ->
                    method.parameterCount() == 1 && method.parameterTypes()[0] == Object.class;
            default -> false;
        };
    }

    @SuppressWarnings("ReferenceEquality") // a typed group equals itself alone
    private Object callOfObject(StubMethod method, Object[] arguments) {
        return switch (method.name()) {
            case "hashCode" -> System.identityHashCode(group);
            case "equals" -> of(arguments[0]) == group;
            default -> "group of " + group.size() + " " + group.getType().getSimpleName();
        };
    }
}
