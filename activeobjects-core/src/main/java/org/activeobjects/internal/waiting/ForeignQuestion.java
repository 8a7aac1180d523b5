package org.activeobjects.internal.waiting;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.remote.Arrival;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.transport.address.RuntimeId;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * What another runtime wants to know: what something that it waits for waits for itself.
 *
 * @param messenger knows the requests and futures of this runtime
 * @param body the active object that was called, {@code null} if there is none
 * @param text the number of a call and the runtime that made it, or of a future of this one
 */
record ForeignQuestion(Messenger messenger, LocalBody body, String text) {

    /**
     * Answers it.
     *
     * @param looks whether whoever waits looks himself
     * @param arguments whether texts are needed, the time, and what is known
     * @return the id of the node asked for, empty if nothing is known to hold it up; then nodes
     */
    Object[] answer(Predicate<Wait> looks, Object[] arguments) {
        Explorer explorer;
        try {
            long timeMs = Math.clamp((long) arguments[1], 0, Explorer.MAX_MS);
            explorer = new Explorer(messenger, looks, (boolean) arguments[0], timeMs);
            Arrays.stream(arguments, Explorer.FIXED, arguments.length)
                    .map(String.class::cast)
                    .forEach(explorer::knows);
        } catch (ClassCastException | ArrayIndexOutOfBoundsException | NullPointerException e) {
            throw new SerializationException("not a question for waits: " + e.getMessage(), e);
        }
        String need = need(explorer);
        explorer.lookAround();
        List<Object> values = new ArrayList<>();
        values.add(need == null ? "" : need);
        explorer.graph().nodes().forEach(node -> node.encode(values));
        return values.toArray();
    }

    private String need(Explorer explorer) {
        if (text.startsWith(Explorer.FUTURE)) {
            long number = Long.parseLong(text.substring(Explorer.FUTURE.length()));
            return explorer.result(messenger.continuations().awaited(number), waiter());
        }
        if (text.equals(Explorer.OWN)) {
            return body == null ? null : explorer.own(body);
        }
        int at = text.indexOf('@');
        if (at < 0) {
            throw new SerializationException("not a question for waits: text=" + text);
        }
        RuntimeId caller = RuntimeId.parse(text.substring(at + 1));
        if (text.startsWith(Explorer.ROOM)) {
            long seen = Long.parseLong(text.substring(Explorer.ROOM.length(), at));
            Gate gate = body == null ? null : body.gate();
            return gate == null || !gate.holdsUp(caller, seen)
                    ? null
                    : explorer.request(body, request -> false, false);
        }
        return call(explorer, caller, Long.parseLong(text.substring(0, at)));
    }

    private String call(Explorer explorer, RuntimeId caller, long number) {
        Object to = messenger.handedOnTo(caller, number);
        if (to instanceof Errand errand) {
            return explorer.errand(errand);
        }
        if (to instanceof Promise promise) {
            return explorer.result(promise, waiter());
        }
        return body == null
                ? null
                : explorer.request(
                        body,
                        request -> Arrival.answers(request.answer(), caller, number),
                        to == Answer.ELSEWHERE);
    }

    private String waiter() {
        return text + "@" + messenger.self();
    }
}
