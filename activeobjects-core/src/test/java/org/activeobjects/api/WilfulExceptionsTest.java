package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Exceptions and values whose own code throws: who waits gets an answer, the object lives on. */
@Timeout(60)
class WilfulExceptionsTest {

    private static final Object[] NONE = {};

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node node = here.connect(there.card());

    @BeforeEach
    void makeDefault() {
        here.makeDefault();
        Moody.isAngry = false;
        Moody.isEndless = false;
    }

    @AfterEach
    void closeBoth() {
        Moody.isAngry = false;
        Moody.isEndless = false;
        there.close();
        here.close();
    }

    /** What an exception does not do as others do. */
    enum Whim {
        NO_STACK,
        STACK_THROWS,
        STACK_IS_FIXED,
        MESSAGE_THROWS,
        MESSAGE_OVERFLOWS,
        CAUSE_THROWS
    }

    /** An exception with a will of its own. */
    static final class Wilful extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final Whim whim;

        Wilful(Whim whim) {
            this.whim = whim;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            refuse(Whim.STACK_THROWS);
            return whim == Whim.NO_STACK ? null : super.getStackTrace();
        }

        @Override
        public void setStackTrace(StackTraceElement[] stack) {
            refuse(Whim.STACK_IS_FIXED);
            super.setStackTrace(stack);
        }

        @Override
        public String getMessage() {
            refuse(Whim.MESSAGE_THROWS);
            return whim == Whim.MESSAGE_OVERFLOWS ? getMessage() + '.' : "wilful";
        }

        @Override
        public synchronized Throwable getCause() {
            refuse(Whim.CAUSE_THROWS);
            return super.getCause();
        }

        private void refuse(Whim refused) {
            if (whim == refused) {
                throw new IllegalStateException("no");
            }
        }
    }

    /** Gives results that fail as few do. */
    public static class Stages {

        public CompletableFuture<String> fails(boolean isLate) {
            CompletableFuture<String> result = new CompletableFuture<>();
            CompletionException bare = new CompletionException("nothing behind it", null);
            if (isLate) {
                Thread.ofVirtual().start(() -> result.completeExceptionally(bare));
            } else {
                result.completeExceptionally(bare);
            }
            return result;
        }
    }

    /** A key that can be hashed until it is angry. */
    public static class Moody {

        static volatile boolean isAngry;
        static volatile boolean isEndless;

        @Override
        public int hashCode() {
            if (isEndless) {
                return hashCode() + 1;
            }
            if (isAngry) {
                throw new AssertionError("angry");
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** A key that throws, when it is angry and compared, what its method does not declare. */
    public static class Sneak implements Comparable<Sneak> {

        static volatile boolean isAngry;

        @Override
        public int compareTo(Sneak other) {
            if (isAngry) {
                Sneak.<RuntimeException>sneak(new IOException("angry"));
            }
            return Integer.compare(System.identityHashCode(this), System.identityHashCode(other));
        }

        @SuppressWarnings("unchecked") // it is thrown as it is
        private static <E extends Throwable> void sneak(Throwable any) throws E {
            throw (E) any;
        }
    }

    /** A checked exception that does not say why. */
    static final class Mute extends Exception {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no");
        }
    }

    /** What carries those. */
    public static class Sneaks {
        final TreeSet<Sneak> keys = new TreeSet<>();
    }

    /** What carries them. */
    public static class Bag {
        final Set<Moody> keys = new HashSet<>();
    }

    /** Throws them. */
    public static class Host {

        public IntWrapper fail(Whim whim) {
            throw new Wilful(whim);
        }

        public int failNow(Whim whim) {
            throw new Wilful(whim);
        }

        /** Throws what it does not declare, and what does not say why. */
        public IntWrapper failMutely() {
            Sneak.<RuntimeException>sneak(new Mute());
            return null;
        }

        /** An exception as any other result. */
        public Wilful make(Whim whim) {
            return new Wilful(whim);
        }

        public IntWrapper alive() {
            return new IntWrapper(1);
        }

        /** One-way. */
        public void take(Bag bag) {
            bag.keys.clear();
        }

        public Bag give() {
            Bag bag = new Bag();
            bag.keys.add(new Moody());
            Moody.isAngry = true;
            return bag;
        }

        static Sneaks sneaks() {
            boolean isAngry = Sneak.isAngry;
            Sneak.isAngry = false;
            Sneaks sneaks = new Sneaks();
            sneaks.keys.add(new Sneak());
            sneaks.keys.add(new Sneak());
            Sneak.isAngry = isAngry;
            return sneaks;
        }

        public Sneaks giveSneaks() {
            return sneaks();
        }

        /** One-way. */
        public void takeSneaks(Sneaks sneaks) {
            sneaks.keys.clear();
        }

        /** Gives back what is not there yet. */
        public Envelope wrap(CompletableFuture<Bag> bag) {
            return new Envelope(bag);
        }
    }

    /** What is sent back. */
    public static class Envelope {
        final CompletableFuture<Bag> bag;

        Envelope(CompletableFuture<Bag> bag) {
            this.bag = bag;
        }
    }

    private Host host(boolean far) {
        return PAActiveObject.newActive(Host.class, NONE, far ? node : here.node());
    }

    @ParameterizedTest
    @EnumSource(Whim.class)
    void arriveInTheirRuntimeAsTheyAre(Whim whim) {
        checkArrival(host(false), whim);
    }

    @ParameterizedTest
    @EnumSource(Whim.class)
    void arriveInAnotherRuntime(Whim whim) {
        checkArrival(host(true), whim);
    }

    private static void checkArrival(Host host, Whim whim) {
        IntWrapper future = host.fail(whim);

        assertThat(isWilful(catchThrowable(() -> PAFuture.getFutureValue(future)), whim)).isTrue();
        assertThat(isWilful(catchThrowable(() -> host.failNow(whim)), whim)).isTrue();
        assertThat(isWilful(host.make(whim), whim)).isTrue();
        assertThat(host.alive().getIntValue()).isEqualTo(1);
    }

    /** Without a look at it that would fail for the test, too. */
    private static boolean isWilful(Throwable thrown, Whim whim) {
        return thrown instanceof Wilful wilful && wilful.whim == whim;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void argumentThatCannotBeHashedEndsNoObject(boolean far) {
        Host host = host(far);
        Bag bag = new Bag();
        bag.keys.add(new Moody());
        Moody.isAngry = true;

        Throwable thrown = catchThrowable(() -> host.take(bag));

        assertThat(host.alive().getIntValue()).isEqualTo(1);
        if (!far) {
            assertThat(thrown)
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("take(Bag)")
                    .hasMessageContaining("AssertionError: angry");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void checkedExceptionThatNothingDeclaresIsAnAnswerToo(boolean far) {
        Host host = host(far);
        Sneak.isAngry = true;

        Throwable ofResult = catchThrowable(() -> PAFuture.getFutureValue(host.giveSneaks()));
        Throwable ofArgument = catchThrowable(() -> host.takeSneaks(Host.sneaks()));

        Sneak.isAngry = false;
        assertThat(ofResult)
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("IOException: angry")
                .hasMessageContaining(" at=" + Sneak.class.getName() + ".compareTo:");
        if (!far) {
            assertThat(ofArgument).isInstanceOf(SerializationException.class);
        }
        assertThat(host.alive().getIntValue()).isEqualTo(1);
    }

    @Test
    void codeOfAKeyThatOverflowsTheStackOrThrowsIsNamed() {
        Host host = host(false);
        Bag bag = new Bag();
        bag.keys.add(new Moody());
        Moody.isAngry = true;

        assertThat(catchThrowable(() -> host.take(bag)))
                .hasMessageContaining(" at=" + Moody.class.getName() + ".hashCode:")
                .hasMessageContaining("AssertionError: angry");
        Moody.isEndless = true;
        assertThat(catchThrowable(() -> host.take(bag)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(" at=" + Moody.class.getName() + ".hashCode:")
                .hasMessageContaining("the code there calls itself for ever, or the graph");
        assertThat(host.alive().getIntValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUndeclaredExceptionThatDoesNotSayWhyIsTheCauseOfAnother(boolean far) {
        IntWrapper failed = host(far).failMutely();

        Throwable thrown = catchThrowable(failed::getIntValue);

        assertThat(thrown).isInstanceOf(ActiveObjectException.class);
        assertThat(thrown.getCause()).isInstanceOf(Mute.class);
    }

    @ParameterizedTest
    @CsvSource({"false, copied", "true, decoded"})
    void resultThatCannotBeHashedIsAnAnswer(boolean far, String done) {
        Host host = host(far);
        Bag bag = host.give();

        assertThat(catchThrowable(() -> PAFuture.getFutureValue(bag)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(done)
                .hasMessageContaining("AssertionError: angry");
        assertThat(host.alive().getIntValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiesOfAFutureThatCannotBeHashedFail(boolean far) {
        CompletableFuture<Bag> mine = new CompletableFuture<>();
        CompletableFuture<Bag> copy = PAFuture.getFutureValue(host(far).wrap(mine)).bag;
        Bag bag = new Bag();
        bag.keys.add(new Moody());
        Moody.isAngry = true;

        mine.complete(bag);

        assertThat(catchThrowable(copy::join))
                .hasRootCauseInstanceOf(AssertionError.class)
                .hasMessageContaining("AssertionError: angry");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aStageThatFailsWithoutACauseIsAnAnswer(boolean far, boolean isLate) {
        Stages stages = PAActiveObject.newActive(Stages.class, NONE, far ? node : here.node());

        assertThat(catchThrowable(() -> stages.fails(isLate).get(20, TimeUnit.SECONDS)))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(CompletionException.class)
                .hasRootCauseMessage("nothing behind it");
    }
}
