package org.activeobjects.group;

import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.GroupCalls;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.spi.Stubs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What a call of a typed group does: it goes to every member that has not failed, to some of them
 * more than once if an argument that is to be scattered has more elements than there are members.
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
        List<Object> members = group.snapshot();
        List<Integer> called = new ArrayList<>();
        List<Object> targets = new ArrayList<>();
        int calls = numberOfCalls(members.size(), arguments);
        for (int index = 0; index < calls; index++) {
            Object member = members.get(index % members.size());
            if (member != null && !(member instanceof ExceptionInGroup)) {
                called.add(index);
                targets.add(member);
            }
        }
        Object[] results = send(method, arguments, called, targets);
        Object[] placed = new Object[calls];
        for (int i = 0; i < results.length; i++) {
            placed[called.get(i)] = results[i];
        }
        if (isVoid) {
            throwFailures(method, members, placed);
            return null;
        }
        return Members.ofAnswers(method.returnType(), placed, members).getGroupByType();
    }

    /** Without a result there is a future only where the caller has to wait or the call failed. */
    private static void throwFailures(StubMethod method, List<Object> members, Object[] results) {
        List<ExceptionInGroup> failed = new ArrayList<>();
        for (int index = 0; index < results.length; index++) {
            if (results[index] instanceof CompletableFuture<?> answer) {
                try {
                    answer.join();
                } catch (CompletionException | CancellationException e) {
                    Throwable cause = e.getCause() == null ? e : e.getCause();
                    Object member = members.get(index % members.size());
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

    /** Enough that every member is called, and no element of a scattered argument is left out. */
    private static int numberOfCalls(int members, Object[] arguments) {
        int calls = members;
        for (Object argument : arguments) {
            if (members > 0 && isScattered(argument)) {
                calls = Math.max(calls, of(argument).size());
            }
        }
        return calls;
    }

    private static Object[] send(
            StubMethod method, Object[] arguments, List<Integer> called, List<Object> targets) {
        if (Arrays.stream(arguments).noneMatch(Dispatcher::isScattered)) {
            return GroupCalls.callAll(method, arguments, targets);
        }
        Object[][] dealt = new Object[targets.size()][];
        for (int i = 0; i < dealt.length; i++) {
            dealt[i] = arguments.clone();
            for (int argument = 0; argument < arguments.length; argument++) {
                if (isScattered(arguments[argument])) {
                    // Futures as they are: one that has failed throws what it has, where it is
                    // used.
                    Object[] elements = of(arguments[argument]).content();
                    dealt[i][argument] = elements[called.get(i) % elements.length];
                }
            }
        }
        return GroupCalls.scatter(method, dealt, targets);
    }

    private static boolean isScattered(Object argument) {
        Members<?> elements = of(argument);
        if (elements == null || !elements.isScatter()) {
            return false;
        }
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("a group that is to be scattered is empty");
        }
        return true;
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
