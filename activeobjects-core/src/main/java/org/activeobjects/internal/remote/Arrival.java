package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.service.LocalBody;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What happens to a body on arrival, beside its queue; the same for callers near and far. */
public final class Arrival {

    private Arrival() {}

    /**
     * Runs an extension and answers.
     *
     * @param host runtime of the body
     * @param body body that is called
     * @param extension name of the extension
     * @param sender who calls
     * @param argument its argument
     * @param answer who gets the answer
     */
    public static void callExtension(
            RuntimeHost host,
            LocalBody body,
            String extension,
            UniqueID sender,
            Object argument,
            Answer answer) {
        if (!body.isAlive()) {
            answer.failure(
                    new BodyTerminatedRequestException(
                            "active object has been terminated: body="
                                    + body.getName()
                                    + " extension="
                                    + extension));
            return;
        }
        Object result;
        try {
            result = host.extension(extension).onCall(body, sender, argument);
        } catch (Exception e) {
            answer.failure(e);
            return;
        }
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete(
                    (value, failure) -> {
                        if (failure != null) {
                            answer.failure(failure);
                        } else {
                            answer.value(value);
                        }
                    });
        } else {
            answer.value(result);
        }
    }

    /**
     * Orders a body to end; nothing happens if it has been told before.
     *
     * @param body the body
     * @param immediate true to leave the requests in its queue unserved
     * @param sender tells who orders it
     */
    public static void terminate(LocalBody body, boolean immediate, Supplier<UniqueID> sender) {
        if (immediate) {
            body.endEverywhere();
        } else if (body.isActive()) {
            body.receive(new Termination(body, sender));
        }
    }
}
