package org.activeobjects.spi;

import org.activeobjects.active.UniqueID;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers with what it got; holds and releases its sender on demand. */
public class EchoExtension implements BodyExtension {

    /** Completed by a test; static, since extensions are made by the library. */
    static final ConcurrentHashMap<String, CompletableFuture<Object>> LATER =
            new ConcurrentHashMap<>();

    private static final ConcurrentHashMap<BodyHandle, UniqueID> HELD = new ConcurrentHashMap<>();

    /** What bodies have told of requests that failed. */
    static final Queue<String> FAILURES = new ConcurrentLinkedQueue<>();

    /** Is told of failures, and fails itself. */
    private static final class Listening implements BodyHandle.FailureListener {

        @Override
        public void onFailure(String request, String thrown) {
            FAILURES.add(request + " threw " + thrown);
            throw new IllegalStateException("on purpose");
        }
    }

    static void releaseAll() {
        HELD.forEach((body, sender) -> body.release(List.of(sender)));
        HELD.clear();
    }

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public boolean isUrgent(Object argument) {
        return argument.equals("urgent");
    }

    @Override
    public Object onCall(BodyHandle body, UniqueID sender, Object argument) {
        return switch ((String) argument) {
            case "hold" -> {
                body.hold(sender);
                HELD.put(body, sender);
                body.state(StringBuilder.class, StringBuilder::new).append("held ");
                yield "held";
            }
            case "urgent" -> {
                CompletableFuture<Object> behind = new CompletableFuture<>();
                body.inTurn(sender, () -> behind.complete("behind"));
                yield behind.isDone() ? "in order" : "ahead";
            }
            case "fail" -> throw new IllegalArgumentException("asked to fail");
            case "error" -> throw new NoClassDefFoundError("asked for an error");
            case "listen" -> {
                body.state(Listening.class, Listening::new);
                yield "listens";
            }
            case "later" -> LATER.computeIfAbsent("later", key -> new CompletableFuture<>());
            case "state" -> String.valueOf(body.state(StringBuilder.class));
            case "sender" -> sender.equals(new UniqueID(body.id().runtime(), 0));
            default -> "echo " + argument + " of " + body.getName();
        };
    }
}
