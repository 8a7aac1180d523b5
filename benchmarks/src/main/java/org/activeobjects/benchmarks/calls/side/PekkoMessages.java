package org.activeobjects.benchmarks.calls.side;

import org.apache.pekko.actor.typed.ActorRef;

/** What the actors tell each other. */
interface PekkoMessages {

    /** To the actor that is called. */
    sealed interface ToCallee {}

    /** Answers with the number. */
    record Echo(int number, ActorRef<Answer> replyTo) implements ToCallee {}

    /** Answers with the length. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Take(double[] array, ActorRef<Answer> replyTo) implements ToCallee {}

    /** One way. */
    record Tell(int number, long value) implements ToCallee {}

    /** Answers with how many one-way messages have come since this was asked last. */
    record Taken(ActorRef<Answer> replyTo) implements ToCallee {}

    /** To an actor that calls. */
    sealed interface ToAsker {}

    /** The answer to each of the above. */
    record Answer(long number) implements ToAsker {}

    /** Ask so many times, then answer with the nanoseconds that it took. */
    record Ask(long calls, ActorRef<Answer> replyTo) implements ToAsker {}
}
