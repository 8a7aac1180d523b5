package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;

/** What is told of all active objects of the JVM. */
@Timeout(60)
class DumpTest {

    private static volatile CountDownLatch gate;
    private static volatile CountDownLatch entered;

    /** Holds out until it is let go. */
    public static class Holder {

        public IntWrapper hold() {
            entered.countDown();
            try {
                return new IntWrapper(gate.await(30, SECONDS) ? 1 : 0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @ImmediateService
        public IntWrapper holdAtOnce() {
            return hold();
        }

        public IntWrapper waitFor(Holder other) {
            IntWrapper awaited = other.hold();
            entered.countDown();
            return new IntWrapper(awaited.getIntValue() + 1);
        }

        public IntWrapper nothing() {
            return new IntWrapper(0);
        }

        public IntWrapper shut() {
            PAActiveObject.getBodyOnThis().blockCommunication();
            return nothing();
        }
    }

    /** Waits for one method in its activity. */
    public static class Chooser extends Holder implements RunActive {

        @Override
        public void runActivity(Body body) {
            new Service(body).blockingServeOldest("hold");
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void open() {
        here.makeDefault();
        gate = new CountDownLatch(1);
        entered = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        gate.countDown();
        here.close();
    }

    private static String block(Object activeObject) {
        String name = activeObject.toString().replace("active object ", "");
        String dump = PALifeCycle.dump();
        int begin = dump.indexOf("  " + name + " ");
        assertThat(begin).as("%s in %s", name, dump).isNotNegative();
        String rest = dump.substring(begin);
        StringBuilder block = new StringBuilder();
        rest.lines().limit(1).forEach(line -> block.append(line).append('\n'));
        rest.lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("    "))
                .forEach(line -> block.append(line).append('\n'));
        return block.toString();
    }

    @Test
    void whatIsHeldBackBeforeTheQueueIsCounted() {
        Holder holder = PAActiveObject.newActive(Holder.class);
        PAFuture.waitFor(holder.shut());
        holder.nothing();
        holder.nothing();

        assertThat(block(holder)).contains(" queue=0 heldBack=2").doesNotContain("idle");
    }

    @Test
    void ofAnAnonymousClassTheNameIsThatOfItsFile() {
        Holder holder = PAActiveObject.turnActive(new Holder() {}, Holder.class);

        assertThat(PALifeCycle.dump()).containsPattern("\n  DumpTest\\$1#\\d+ idle");
        assertThat(holder).asString().contains("DumpTest$1#");
    }

    @Test
    void thoseAreAtWorkThatServeOrHaveWhatToServe() throws InterruptedException {
        Holder idle = PAActiveObject.newActive(Holder.class);
        Holder holder = PAActiveObject.newActive(Holder.class);
        IntWrapper held = holder.hold();
        assertThat(entered.await(30, SECONDS)).isTrue();

        assertThat(PALifeCycle.activeObjectsAtWork())
                .contains(holder.toString().replace("active object ", ""))
                .doesNotContain(idle.toString().replace("active object ", ""));

        gate.countDown();
        assertThat(held.getIntValue()).isEqualTo(1);
    }

    @Test
    void tellsWhatIsServedSinceWhenWhereAndHowManyWait() throws Exception {
        Holder holder = PAActiveObject.newActive(Holder.class);
        IntWrapper held = holder.hold();
        holder.nothing();
        holder.nothing();
        assertThat(entered.await(30, SECONDS)).isTrue();

        assertThat(block(holder))
                .containsPattern("Holder#\\d+ queue=2\n")
                .containsPattern(
                        "serves hold for \\d+\\.\\d{3} s in virtual thread 'Holder#\\d+ hold'\n")
                .containsPattern("at .*DumpTest\\$Holder\\.hold\\(DumpTest\\.java:");
        gate.countDown();
        assertThat(held.getIntValue()).isOne();
    }

    @Test
    void tellsWhichFutureIsWaitedFor() throws Exception {
        Holder one = PAActiveObject.newActive(Holder.class);
        Holder other = PAActiveObject.newActive(Holder.class);
        entered = new CountDownLatch(2);
        IntWrapper result = one.waitFor(other);
        assertThat(entered.await(30, SECONDS)).isTrue();
        String told = block(one);
        while (!told.contains("waits for")) {
            told = block(one);
        }

        assertThat(told)
                .containsPattern(
                        "serves waitFor for .*, waits for the awaited result of Holder#\\d+\\.hold"
                                + " for \\d");
        gate.countDown();
        assertThat(result.getIntValue()).isEqualTo(2);
    }

    @Test
    void tellsOfServicesBesideTheQueueOfActivitiesAndOfTheIdle() throws Exception {
        Holder holder = PAActiveObject.newActive(Holder.class);
        IntWrapper held = holder.holdAtOnce();
        Chooser chooser = PAActiveObject.newActive(Chooser.class);
        Holder idle = PAActiveObject.newActive(Holder.class);
        assertThat(entered.await(30, SECONDS)).isTrue();

        assertThat(block(holder)).contains("serves holdAtOnce for ");
        String told = block(chooser);
        while (!told.contains("blockingServeOldest") && !told.contains("runActivity")) {
            told = block(chooser);
        }
        assertThat(told)
                .contains("in its activity")
                .containsPattern("at .*Chooser\\.runActivity\\(DumpTest\\.java:");
        assertThat(block(idle)).contains("idle queue=0");
        gate.countDown();
        assertThat(held.getIntValue()).isOne();
    }

    @Test
    void forgetsARuntimeThatIsClosed() {
        NodeRuntime other = NodeRuntime.open(TransportConfig.defaults());
        String own = here.node().runtimeId().toString();
        String id = other.node().runtimeId().toString();
        assertThat(PALifeCycle.dump()).contains("active objects of runtime " + id);
        other.close();

        assertThat(PALifeCycle.dump()).doesNotContain(id).contains(own);
    }
}
