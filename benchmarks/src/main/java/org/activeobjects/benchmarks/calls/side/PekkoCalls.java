package org.activeobjects.benchmarks.calls.side;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

import org.activeobjects.benchmarks.calls.side.PekkoMessages.Answer;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Ask;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Echo;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Take;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Taken;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Tell;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.ToAsker;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.ToCallee;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.japi.function.Function;

import java.time.Duration;

/**
 * Actors of Apache Pekko; those of two JVMs by Artery over TCP. The variant is {@code thread} if a
 * thread outside of any actor asks and waits, {@code actor} if an actor asks and goes on when the
 * answer comes.
 */
public final class PekkoCalls implements CallLoop.Program {

    private static final String SYSTEM = "calls";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String QUIET =
            """
            pekko {
              loglevel = "OFF"
              stdout-loglevel = "OFF"
              log-dead-letters = off
              actor.allow-java-serialization = off
              coordinated-shutdown.run-by-jvm-shutdown-hook = off
            }
            """;

    private static final String REMOTE =
            """
            pekko {
              actor {
                provider = remote
                serializers.calls = "%1$s"
                serialization-bindings {
                  "%2$s$ToCallee" = calls
                  "%2$s$ToAsker" = calls
                }
              }
              remote.artery {
                transport = tcp
                canonical { hostname = "127.0.0.1", port = 0 }
                advanced.maximum-frame-size = %3$s
              }
            }
            """;

    private PekkoCalls() {}

    /**
     * Runs one side.
     *
     * @param args words of {@link CallLoop}
     * @throws Exception whatever goes wrong
     */
    public static void main(String[] args) throws Exception {
        CallLoop.run(args, new PekkoCalls());
    }

    private static Config config(CallTest test) {
        Config quiet = ConfigFactory.parseString(QUIET);
        if (test.isRemote()) {
            String remote =
                    REMOTE.formatted(
                            PekkoWire.class.getName(),
                            PekkoMessages.class.getName(),
                            test == CallTest.DOUBLES ? "2 MiB" : "256 KiB");
            quiet = ConfigFactory.parseString(remote).withFallback(quiet);
        }
        return quiet.withFallback(ConfigFactory.load());
    }

    @Override
    public String serve(CallTest test, String variant) {
        ActorSystem<ToCallee> system =
                ActorSystem.create(Behaviors.setup(Called::new), SYSTEM, config(test));
        return ActorRefResolver.get(system).toSerializationFormat(system);
    }

    @Override
    public CallSide open(CallTest test, String variant, String server) {
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), SYSTEM, config(test));
        ActorRef<ToCallee> callee =
                server == null
                        ? start(system, Behaviors.setup(Called::new), "callee")
                        : ActorRefResolver.get(system).resolveActorRef(server);
        double[] array = test == CallTest.DOUBLES ? new double[CallTest.DOUBLES_LENGTH] : null;
        OneWayCalls.OneWay tell = (number, value) -> callee.tell(new Tell(number, value));
        return switch (test) {
            case CALL, INT, DOUBLES ->
                    variant.equals("thread")
                            ? calls -> askAndWait(system, callee, array, calls)
                            : asker(system, callee, array);
            case MANY -> throw new IllegalArgumentException("not by actors: test=" + test);
            case TELL_1, TELL_2 ->
                    calls ->
                            OneWayCalls.served(
                                    test.producers(),
                                    calls,
                                    tell,
                                    () -> Asker.check(ask(system, callee, Taken::new), calls));
            case CALLER ->
                    calls ->
                            OneWayCalls.atTheCaller(
                                    calls, tell, () -> ask(system, callee, Taken::new));
        };
    }

    private static <T> ActorRef<T> start(
            ActorSystem<Void> system, Behavior<T> behavior, String name) {
        return system.systemActorOf(behavior, name, DispatcherSelector.defaultDispatcher());
    }

    private static <T> long ask(
            ActorSystem<Void> system, ActorRef<T> actor, Function<ActorRef<Answer>, T> question) {
        return AskPattern.ask(actor, question, PATIENCE, system.scheduler())
                .toCompletableFuture()
                .join()
                .number();
    }

    private static CallSide asker(
            ActorSystem<Void> system, ActorRef<ToCallee> callee, double[] array) {
        ActorRef<ToAsker> asker =
                start(
                        system,
                        Behaviors.setup(context -> new Asking(context, callee, array)),
                        "asker");
        return calls ->
                new CallTiming(
                        ask(system, asker, replyTo -> new Ask(calls, replyTo)), CallTiming.UNKNOWN);
    }

    private static CallTiming askAndWait(
            ActorSystem<Void> system, ActorRef<ToCallee> callee, double[] array, long calls) {
        long start = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            int number = (int) i;
            if (array == null) {
                Asker.check(ask(system, callee, replyTo -> new Echo(number, replyTo)), number);
            } else {
                Asker.check(ask(system, callee, replyTo -> new Take(array, replyTo)), array.length);
            }
        }
        return CallTiming.since(start);
    }

    /** The actor that is called. */
    private static final class Called extends AbstractBehavior<ToCallee> {

        private long taken;
        private long sum;

        Called(ActorContext<ToCallee> context) {
            super(context);
        }

        @Override
        public Receive<ToCallee> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<ToCallee> onMessage(ToCallee message) {
            switch (message) {
                case Tell(int number, long value) -> {
                    taken++;
                    sum += number + value;
                }
                case Echo(int number, ActorRef<Answer> replyTo) -> replyTo.tell(new Answer(number));
                case Take(double[] array, ActorRef<Answer> replyTo) ->
                        replyTo.tell(new Answer(array.length));
                case Taken(ActorRef<Answer> replyTo) -> {
                    replyTo.tell(new Answer(sum == Long.MIN_VALUE ? -1 : taken));
                    taken = 0;
                }
            }
            return this;
        }
    }

    /** An actor that asks for the next answer when one has come. */
    private static final class Asking extends AbstractBehavior<ToAsker> {

        private final ActorRef<ToCallee> callee;
        private final double[] array;
        private ActorRef<Answer> boss;
        private long calls;
        private long answered;
        private long start;

        Asking(ActorContext<ToAsker> context, ActorRef<ToCallee> callee, double[] array) {
            super(context);
            this.callee = callee;
            this.array = array;
        }

        @Override
        public Receive<ToAsker> createReceive() {
            return newReceiveBuilder().onAnyMessage(this::onMessage).build();
        }

        private Behavior<ToAsker> onMessage(ToAsker message) {
            switch (message) {
                case Ask(long count, ActorRef<Answer> replyTo) -> {
                    boss = replyTo;
                    calls = count;
                    answered = 0;
                    start = System.nanoTime();
                    ask();
                }
                case Answer(long number) -> {
                    Asker.check(number, array == null ? (int) answered : array.length);
                    answered++;
                    if (answered < calls) {
                        ask();
                    } else {
                        boss.tell(new Answer(System.nanoTime() - start));
                    }
                }
            }
            return this;
        }

        private void ask() {
            int number = (int) answered;
            getContext()
                    .ask(
                            Answer.class,
                            callee,
                            PATIENCE,
                            replyTo ->
                                    array == null
                                            ? new Echo(number, replyTo)
                                            : new Take(array, replyTo),
                            (answer, failure) -> failure == null ? answer : new Answer(-1));
        }
    }
}
