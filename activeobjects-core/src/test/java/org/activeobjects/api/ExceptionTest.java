package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Service;
import org.activeobjects.error.BodyTerminatedReplyException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Exceptions of calls that are not waited for; at place 0 in this runtime, at 1 in another. */
@Timeout(60)
class ExceptionTest {

    private final BlockingQueue<CallFailure> reports = new LinkedBlockingQueue<>();
    private NodeRuntime here;
    private NodeRuntime there;

    @BeforeEach
    void open() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
        Disk.gate = new CountDownLatch(0);
        Disk.Guarded.REPORTS.clear();
        PAException.setDefaultFailureHandler(reports::add);
    }

    @AfterEach
    void close() {
        Disk.gate.countDown();
        Account.gate.countDown();
        PAException.setDefaultFailureHandler(null);
        PAException.keepCallSites(false);
        there.close();
        here.close();
    }

    private <T extends Disk> T disk(Class<T> type, int place) {
        return PAActiveObject.newActive(
                type, new Object[0], place == 0 ? here.node() : here.connect(there.card()));
    }

    private CallFailure report() throws InterruptedException {
        CallFailure report = reports.poll(20, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        return report;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void insideABlockCallsThatDeclareItsExceptionsGoOnAtOnce(int place) throws Exception {
        Disk disk = disk(Disk.class, place);
        Disk.gate = new CountDownLatch(1);

        PAException.tryWithCatch(IOException.class);
        try {
            disk.write(1);
            IntWrapper read = disk.read(2);
            assertThat(PAFuture.isAwaited(read)).isTrue();
            PAException.throwArrivedException();
            assertThat(PAException.getAllExceptions()).isEmpty();
            Disk.gate.countDown();
            // Its result cannot be stood in for: the call waits, for those before it too.
            assertThat(disk.size(3)).isEqualTo(2);
            assertThatThrownBy(() -> disk.size(-3)).isInstanceOf(IOException.class);
            PAException.endTryWithCatch();
            assertThat(read.getIntValue()).isEqualTo(2);
        } finally {
            PAException.removeTryWithCatch();
        }
        assertThat(reports).isEmpty();
    }

    /** Works with blocks. */
    public static class Clerk {

        /** Begins a block that nothing ends. */
        public IntWrapper forgetsItsBlock(Disk disk) {
            PAException.tryWithCatch(RuntimeException.class);
            disk.check(-1);
            return new IntWrapper(1);
        }

        /** In no block of its own. */
        public IntWrapper checks(Disk disk) {
            disk.check(-2);
            return new IntWrapper(2);
        }

        /** Serves another request within a block. */
        public IntWrapper servesInItsBlock() {
            PAException.tryWithCatch(RuntimeException.class);
            try {
                new Service(PAActiveObject.getBodyOnThis()).blockingServeOldest("checks");
                PAException.endTryWithCatch();
                return new IntWrapper(3);
            } finally {
                PAException.removeTryWithCatch();
            }
        }
    }

    private Clerk clerk(int place) {
        return PAActiveObject.newActive(
                Clerk.class, new Object[0], place == 0 ? here.node() : here.connect(there.card()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aBlockThatIsNotEndedEndsWithItsService(int place) throws Exception {
        Clerk clerk = clerk(place);
        Disk disk = disk(Disk.class, place);

        IntWrapper first = clerk.forgetsItsBlock(disk);
        IntWrapper second = clerk.checks(disk);

        assertThat(first.getIntValue() + second.getIntValue()).isEqualTo(3);
        assertThat(List.of(report(), report()))
                .extracting(report -> report.exception().getMessage())
                .containsExactlyInAnyOrder("no page -1", "no page -2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRequestThatIsServedWithinABlockIsNotOfTheBlock(int place) throws Exception {
        Clerk clerk = clerk(place);
        Disk disk = disk(Disk.class, place);

        IntWrapper around = clerk.servesInItsBlock();
        IntWrapper within = clerk.checks(disk);

        assertThat(around.getIntValue()).isEqualTo(3);
        assertThat(within.getIntValue()).isEqualTo(2);
        assertThat(report().exception()).hasMessage("no page -2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theEndOfABlockThrowsTheFirstExceptionWithTheOthers(int place) {
        Disk disk = disk(Disk.class, place);

        PAException.tryWithCatch(IOException.class, IllegalArgumentException.class);
        try {
            disk.write(-1);
            disk.write(2);
            IntWrapper read = disk.read(-3);
            assertThat(PAException.isException(read)).isTrue();
            PAException.endTryWithCatch();
            throw new AssertionError("the block ended well");
        } catch (IOException e) {
            assertThat(e).isExactlyInstanceOf(IOException.class).hasMessage("no page -1");
            assertThat(List.of(e.getStackTrace()).toString())
                    .contains("Disk.write")
                    .contains("ExceptionTest");
            assertThat(e.getSuppressed())
                    .singleElement()
                    .isExactlyInstanceOf(FileNotFoundException.class);
            assertThat(PAException.getAllExceptions())
                    .extracting(Throwable::getMessage)
                    .containsExactly("no page -1", "no page -3");
        } finally {
            PAException.removeTryWithCatch();
        }
        assertThat(disk.pages()).isEqualTo(3);
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aBlockOfRuntimeExceptionsKnowsWhatOneWayCallsThrew(int place) {
        Disk disk = disk(Disk.class, place);

        PAException.tryWithCatch(IllegalArgumentException.class);
        try {
            disk.check(1);
            IntWrapper found = disk.find(2);
            PAException.waitForPotentialException();
            assertThat(PAFuture.isAwaited(found)).isFalse();
            disk.check(-2);
            assertThatThrownBy(PAException::waitForPotentialException)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no page -2");
            assertThatThrownBy(PAException::throwArrivedException).hasMessage("no page -2");
        } finally {
            PAException.removeTryWithCatch();
        }
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(classes = {Exception.class, Throwable.class})
    void soDoesABlockOfASupertype(Class<?> type) {
        Disk disk = disk(Disk.class, 0);

        PAException.tryWithCatch(type);
        try {
            disk.check(-1);
            disk.write(-2); // declared, and of such a block too
            assertThatThrownBy(PAException::endTryWithCatch)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no page -1");
            assertThat(PAException.getAllExceptions()).hasSize(2);
        } catch (IOException e) {
            throw new AssertionError("the call waited", e);
        } finally {
            PAException.removeTryWithCatch();
        }
        assertThat(reports).isEmpty();
    }

    @Test
    void whatNoBlockCatchesIsWaitedForAsOutsideOfAny() throws Exception {
        Disk disk = disk(Disk.class, 0);

        PAException.tryWithCatch(FileNotFoundException.class);
        try {
            assertThatThrownBy(() -> disk.write(-1)).isExactlyInstanceOf(IOException.class);
            // The inner block does not catch it, but the outer one does.
            PAException.tryWithCatch(IllegalStateException.class);
            try {
                IntWrapper read = disk.read(-1);
                disk.check(-1);
                assertThatThrownBy(PAException::endTryWithCatch)
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(PAException.isException(read)).isTrue();
            } finally {
                PAException.removeTryWithCatch();
            }
            assertThatThrownBy(PAException::endTryWithCatch)
                    .isExactlyInstanceOf(FileNotFoundException.class);
        } finally {
            PAException.removeTryWithCatch();
        }
        assertThatThrownBy(() -> disk.read(-1)).isInstanceOf(FileNotFoundException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatArrivesAfterTheBlockIsReported(int place) throws Exception {
        Disk disk = disk(Disk.class, place);
        Disk.gate = new CountDownLatch(1);
        PAException.tryWithCatch(IOException.class);
        disk.write(-1);
        disk.write(1);
        PAException.removeTryWithCatch();
        Disk.gate.countDown();

        assertThat(report())
                .satisfies(
                        report -> {
                            assertThat(report.method()).isEqualTo("write");
                            assertThat(report.callee()).startsWith("Disk#");
                            assertThat(report.exception()).hasMessage("no page -1");
                        });
        assertThat(disk.pages()).isEqualTo(2);
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void soIsWhatArrivesAfterTheLastLookOfABlock(int place) throws Exception {
        Disk disk = disk(Disk.class, place);
        Disk.gate = new CountDownLatch(1);
        PAException.tryWithCatch(IOException.class);
        try {
            disk.write(-1);
            PAException.throwArrivedException();
            Disk.gate.countDown();
            assertThat(disk.size(1)).isEqualTo(1); // waits for the call before it, too
        } finally {
            PAException.removeTryWithCatch();
        }

        assertThat(report().exception()).hasMessage("no page -1");
        assertThat(reports).isEmpty();
    }

    @Test
    void aBlockHasToBeginAndToCatchExceptions() {
        assertThatIllegalStateException().isThrownBy(PAException::endTryWithCatch);
        assertThatIllegalStateException().isThrownBy(PAException::removeTryWithCatch);
        assertThatIllegalStateException().isThrownBy(PAException::throwArrivedException);
        assertThatIllegalStateException().isThrownBy(PAException::getAllExceptions);
        assertThatIllegalArgumentException().isThrownBy(PAException::tryWithCatch);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PAException.tryWithCatch(String.class))
                .withMessageContaining("java.lang.String");
        assertThat(PAException.isException("text")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theExceptionOfAOneWayCallIsReportedWithBothStacks(int place) throws Exception {
        Disk disk = disk(Disk.class, place);
        disk.check(-1);
        CallFailure plain = report();
        PAException.keepCallSites(true);
        disk.check(-2);
        CallFailure kept = report();
        disk.breaksOneWay();
        CallFailure error = report();

        assertThat(plain.method()).isEqualTo("check");
        assertThat(plain.callee()).startsWith("Disk#");
        assertThat(plain.caller())
                .startsWith("a thread of no active object" + (place == 0 ? "" : " of ao://"));
        assertThat(plain.exception())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no page -1");
        assertThat(List.of(kept.exception().getStackTrace()).toString())
                .contains("Disk.check(Disk.java:")
                .contains("---- called at ...(below)")
                .contains("ExceptionTest.theExceptionOfAOneWayCall");
        assertThat(error.exception()).isInstanceOf(AssertionError.class);
        assertThat(disk.pages()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anObjectHandlesItsFailuresItself(int place) {
        Disk.Guarded disk = disk(Disk.Guarded.class, place);
        disk.check(-1);

        assertThat(disk.pages()).isEqualTo(1);
        assertThat(Disk.Guarded.REPORTS).containsExactly("check IllegalArgumentException true");
        assertThat(reports).isEmpty();
    }

    @Test
    void aHandlerCanBeSetForAnObjectAndMayFailItself() {
        Disk disk = disk(Disk.Guarded.class, 0);
        BlockingQueue<CallFailure> own = new LinkedBlockingQueue<>();
        PAException.setFailureHandler(
                disk,
                failure -> {
                    own.add(failure);
                    throw new IllegalStateException("handler failed");
                });
        disk.check(-1);
        assertThat(disk.pages()).isEqualTo(1);
        assertThat(own).hasSize(1);
        PAException.setFailureHandler(disk, null);
        disk.check(-1);
        assertThat(disk.pages()).isEqualTo(2);
        assertThat(Disk.Guarded.REPORTS).hasSize(1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PAException.setFailureHandler("text", null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PAException.setFailureHandler(disk(Disk.class, 1), null))
                .withMessageContaining("FailureHandler");
    }

    @Test
    void aOneWayCallThatFindsNobodyInTheOtherRuntimeIsReportedToItsCaller() throws Exception {
        Account.gate = new CountDownLatch(1);
        Account.ENTERED.drainPermits();
        Account ending =
                PAActiveObject.newActive(Account.class, new Object[0], here.connect(there.card()));
        IntWrapper last = ending.waitForGate();
        assertThat(Account.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        PAActiveObject.terminateActiveObject(ending, true);

        // It serves its last request: it has not ended, but takes no more.
        ending.deposit(1);
        CallFailure report = report();
        assertThat(report.method()).isEqualTo("deposit");
        assertThat(report.exception()).isInstanceOf(BodyTerminatedRequestException.class);
        disk(Disk.Guarded.class, 0).depositAt(ending);
        assertThat(Disk.Guarded.REPORTS.poll(20, TimeUnit.SECONDS))
                .isEqualTo("deposit BodyTerminatedRequestException true");
        Account.gate.countDown();
        assertThat(last.getIntValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void oneWayCallsThatAreNeverServedAreReportedToTheirCaller(int place) throws Exception {
        Disk disk = disk(Disk.class, place);
        Disk.gate = new CountDownLatch(1);
        Disk.ENTERED.drainPermits();
        IntWrapper running = disk.find(1);
        assertThat(Disk.ENTERED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        disk.check(2);
        Disk.Guarded caller = disk(Disk.Guarded.class, 0);
        caller.checkAt(disk, 3);
        assertThat(caller.pages()).isZero();
        PAActiveObject.terminateActiveObject(disk, true);
        // The order to end has arrived when what was asked after it is answered.
        assertThat(PAActiveObject.pingActiveObject(disk)).isTrue();
        Disk.gate.countDown();
        CallFailure report = report();

        assertThat(running.getIntValue()).isEqualTo(1);
        assertThat(report.method()).isEqualTo("check");
        assertThat(report.callee()).matches(place == 0 ? "Disk#\\d+" : "Disk#\\d+ of ao://.*");
        assertThat(report.exception())
                .isInstanceOf(BodyTerminatedReplyException.class)
                .hasMessageContaining("method=check");
        assertThat(Disk.Guarded.REPORTS.poll(20, TimeUnit.SECONDS))
                .isEqualTo("check BodyTerminatedReplyException true");
        assertThat(reports).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "1,0", "1,1"})
    void whatIsAwaitedInAnExceptionArrivesLater(int place, int other) {
        Disk disk = disk(Disk.class, place);
        Disk slow = disk(Disk.class, other);
        Disk.gate = new CountDownLatch(1);

        assertThatThrownBy(() -> disk.failsWithAwaited(slow, 7).getIntValue())
                .isInstanceOfSatisfying(
                        Disk.Awaiting.class,
                        awaiting -> {
                            assertThat(PAFuture.isAwaited(awaiting.page)).isTrue();
                            Disk.gate.countDown();
                            assertThat(awaiting.page.getIntValue()).isEqualTo(7);
                        });
    }

    @ParameterizedTest
    @CsvSource({"0,stack", "0,assertion", "1,stack", "1,assertion"})
    void anErrorIsTheAnswerAndTheObjectLivesOn(int place, String how) {
        Disk disk = disk(Disk.class, place);
        IntWrapper answer = disk.breaks(how);

        assertThatThrownBy(answer::getIntValue)
                .isInstanceOf(how.equals("stack") ? StackOverflowError.class : AssertionError.class)
                .satisfies(
                        thrown ->
                                assertThat(List.of(thrown.getStackTrace()).toString())
                                        .contains("Disk.breaks")
                                        .contains("ExceptionTest"));
        assertThat(disk.pages()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anErrorOfTheJvmIsTheAnswerAndEndsTheObject(int place) {
        Disk disk = disk(Disk.class, place);
        IntWrapper answer = disk.breaks("JVM");

        assertThatThrownBy(answer::getIntValue).isInstanceOf(InternalError.class).hasMessage("JVM");
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                disk.pages();
                            }
                        })
                .hasMessageContaining("terminated");
    }
}
