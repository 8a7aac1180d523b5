package org.activeobjects.internal.remote;

import org.activeobjects.active.UniqueID;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.lease.Reference;
import org.activeobjects.internal.request.Answer;
import org.activeobjects.internal.request.Successor;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.address.RuntimeId;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What happens to a body on arrival, beside its queue; the same for callers near and far. */
public final class Arrival {

    private Arrival() {}

    /**
     * Runs an extension and answers: now, or, if the sender is held back, in its turn, unless the
     * extension has it otherwise.
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
        Runnable call = () -> runExtension(host, body, extension, sender, argument, answer);
        try {
            if (host.extension(extension).isUrgent(argument)) {
                call.run();
            } else {
                body.inTurn(sender, call);
            }
        } catch (RuntimeException e) {
            answer.failure(e);
        }
    }

    private static void runExtension(
            RuntimeHost host,
            LocalBody body,
            String extension,
            UniqueID sender,
            Object argument,
            Answer answer) {
        Successor away = body.successor();
        if (away != null) {
            Soon.run(
                    "call passed on",
                    () -> passExtensionCall(host, away, extension, argument, answer));
            return;
        }
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
        } catch (Throwable e) { // who has asked must not wait for ever
            answer.failure(e);
            return;
        }
        if (result instanceof CompletionStage<?> stage) {
            answerFrom(stage, answer);
        } else {
            answer.value(result);
        }
    }

    private static void answerFrom(CompletionStage<?> stage, Answer answer) {
        stage.whenComplete(
                (value, failure) -> {
                    if (failure != null) {
                        answer.failure(failure);
                    } else {
                        answer.value(value);
                    }
                });
    }

    private static void passExtensionCall(
            RuntimeHost host, Successor away, String extension, Object argument, Answer answer) {
        try {
            RuntimeServices services = (RuntimeServices) host;
            answerFrom(services.callExtension(away.stub(), extension, argument), answer);
        } catch (RuntimeException | Error e) {
            answer.failure(e);
        }
    }

    /**
     * Answers where an active object is, once what was sent to this place before is there.
     *
     * @param host runtime of the body
     * @param body its body, or what it has left behind
     * @param answer who gets the text of a reference
     */
    public static void mark(RuntimeHost host, LocalBody body, Answer answer) {
        if (!body.isAlive()) {
            answer.failure(
                    new BodyTerminatedRequestException(
                            "active object has been terminated: body=" + body.getName()));
        } else if (!body.mark(answer)) {
            answer.value(whereIs(host, body));
        }
    }

    /** The text of a reference to a body of this runtime, for any other. */
    private static String whereIs(RuntimeHost host, LocalBody body) {
        Messenger open = host.messenger();
        Place place =
                new Place(open.self(), body.number(), body.traits().moves(), body.traits().bound());
        String card = open.transport().card().encode();
        return new Reference("", body.id(), place, card).encode();
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
        } else {
            body.receive(new Termination(body, sender));
        }
    }

    /**
     * Whether an answer is that of a request.
     *
     * @param answer any answer, or {@code null}
     * @param caller runtime that the request came from
     * @param requestId its number there
     * @return true if it is
     */
    public static boolean answers(Answer answer, RuntimeId caller, long requestId) {
        return answer instanceof RemoteAnswer sent && sent.isFor(caller, requestId);
    }
}
