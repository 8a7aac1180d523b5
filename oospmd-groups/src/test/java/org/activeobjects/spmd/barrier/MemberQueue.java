package org.activeobjects.spmd.barrier;

import org.activeobjects.active.UniqueID;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The queue of a body: per sender in order, held when the gate is closed. */
final class MemberQueue implements Gate {

    final List<String> served = new ArrayList<>();
    private final Set<UniqueID> held = new HashSet<>();
    private final Map<UniqueID, Deque<Runnable>> waiting = new HashMap<>();

    static UniqueID id(int member) {
        return new UniqueID(new RuntimeId(1, 1), member + 1);
    }

    void request(int member, String text) {
        inTurn(id(member), () -> served.add(text));
    }

    /** A mark that comes in its turn. */
    CompletableFuture<Object> mark(
            int member, Function<UniqueID, CompletableFuture<Object>> arrival) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        inTurn(
                id(member),
                () ->
                        arrival.apply(id(member))
                                .whenComplete(
                                        (value, failed) -> {
                                            if (failed == null) {
                                                answer.complete(value);
                                            } else {
                                                answer.completeExceptionally(failed);
                                            }
                                        }));
        return answer;
    }

    @Override
    public void inTurn(UniqueID sender, Runnable code) {
        if (held.contains(sender)) {
            waiting.computeIfAbsent(sender, key -> new ArrayDeque<>()).add(code);
        } else {
            code.run();
        }
    }

    @Override
    public void hold(UniqueID sender) {
        held.add(sender);
    }

    @Override
    public void release(List<UniqueID> senders) {
        senders.forEach(this::release);
    }

    private void release(UniqueID sender) {
        held.remove(sender);
        Deque<Runnable> own = waiting.getOrDefault(sender, new ArrayDeque<>());
        while (!own.isEmpty() && !held.contains(sender)) {
            own.removeFirst().run();
        }
    }
}
