package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.activeobjects.active.Body;
import org.activeobjects.active.Request;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.Borrowed;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.DoubleWrapper;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Arrays that methods borrow: used again when they may be, and never too early. */
@Timeout(60)
class BorrowedTest {

    private static final int COUNT = 10_000;
    private static final int LARGE = 128 << 10;

    /** The arrays that methods have seen: what an active object must not do, a test has to. */
    private static final Set<Object> SEEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private static volatile CompletableFuture<Request> kept;

    private NodeRuntime here;
    private NodeRuntime there;

    @BeforeEach
    void open() {
        SEEN.clear();
        kept = new CompletableFuture<>();
        openBoth();
    }

    private void openBoth() {
        here = NodeRuntime.open(TransportConfig.defaults());
        there = NodeRuntime.open(TransportConfig.defaults());
        here.makeDefault();
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
        SEEN.clear();
    }

    private <T> T create(Class<T> type, boolean remote) {
        Node node = remote ? here.connect(there.card()) : here.node();
        return PAActiveObject.newActive(type, new Object[0], node);
    }

    /** Holds an array. */
    public record Holder(double[] array) {}

    /** What is said of parameters in an interface holds for those who implement it. */
    public interface Sums {
        DoubleWrapper sumOf(@Borrowed double[] values);
    }

    /** Looks at arrays. */
    public static class Reader implements Sums {

        private double[] own;
        private Holder holder;

        public IntWrapper see(@Borrowed double[] values) {
            SEEN.add(values);
            return uniform(values);
        }

        public void tell(@Borrowed double[] values) {
            SEEN.add(values);
        }

        @Override
        public DoubleWrapper sumOf(double[] values) {
            SEEN.add(values);
            return new DoubleWrapper(Arrays.stream(values).sum());
        }

        public IntWrapper keep(double[] values) {
            SEEN.add(values);
            own = values;
            return uniform(values);
        }

        public IntWrapper keepSecond(@Borrowed double[] values, double[] second) {
            SEEN.add(values);
            own = second;
            return uniform(second);
        }

        public IntWrapper keepHolder(@Borrowed double[] values, Holder second) {
            SEEN.add(values);
            holder = second;
            return uniform(second.array());
        }

        public IntWrapper both(@Borrowed double[] one, @Borrowed double[] other) {
            SEEN.add(one);
            SEEN.add(other);
            return new IntWrapper(one == other ? 1 : 0);
        }

        public IntWrapper fail(@Borrowed double[] values) {
            own = values;
            throw new IllegalArgumentException("no such values");
        }

        public IntWrapper ownValue() {
            return uniform(own);
        }

        public IntWrapper heldValue() {
            return uniform(holder.array());
        }

        public IntWrapper keepAgainstTheRule(@Borrowed double[] values) {
            own = values;
            return uniform(values);
        }

        public DoubleWrapper ownFirst() {
            return new DoubleWrapper(own[0]);
        }

        @ImmediateService
        public IntWrapper seeAtOnce(@Borrowed double[] values) {
            return uniform(values);
        }
    }

    private static IntWrapper uniform(double[] values) {
        double first = values[0];
        for (double value : values) {
            if (value != first) {
                return new IntWrapper(-1);
            }
        }
        return new IntWrapper((int) first);
    }

    private static double[] values(int count, int value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    @ParameterizedTest
    @CsvSource({"true, 600", "true, 10000", "true, 131072", "false, 600", "false, 131072"})
    void usesOneArrayForAllCallsOfOneAfterTheOther(boolean remote, int count) {
        Reader reader = create(Reader.class, remote);
        for (int i = 1; i <= 20; i++) {
            double[] values = values(count, i);
            IntWrapper seen = reader.see(values);
            Arrays.fill(values, -1); // it is the caller's as ever
            assertThat(seen.getIntValue()).isEqualTo(i);
        }

        assertThat(SEEN).hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {8000, LARGE})
    void allocatesNothingLikeAnArrayPerCallOnceWarm(int count) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Reader reader = create(Reader.class, true);
        double[] values = values(count, 3);
        int calls = 50;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getTotalThreadAllocatedBytes();
            for (int i = 0; i < calls; i++) {
                assertThat(reader.see(values).getIntValue()).isEqualTo(3);
            }
            least = Math.min(least, threads.getTotalThreadAllocatedBytes() - before);
        }

        assertThat(least / calls).isLessThan((long) count * Double.BYTES / 4);
    }

    @Test
    void findsWhatAnInterfaceSays() {
        Reader reader = create(Reader.class, true);
        Sums sums = PAActiveObject.turnActive(new Reader(), Sums.class, here.connect(there.card()));
        for (int i = 1; i <= 5; i++) {
            assertThat(reader.sumOf(values(COUNT, i)).getDoubleValue()).isEqualTo(COUNT * i);
            assertThat(sums.sumOf(values(COUNT, i)).getDoubleValue()).isEqualTo(COUNT * i);
        }

        assertThat(SEEN).hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesToTheObjectWhatIsNotBorrowed(boolean remote) {
        Reader reader = create(Reader.class, remote);
        assertThat(reader.see(values(COUNT, 1)).getIntValue()).isEqualTo(1);
        assertThat(reader.keep(values(COUNT, 7)).getIntValue()).isEqualTo(7);
        assertThat(reader.keepSecond(values(COUNT, 1), values(COUNT, 8)).getIntValue())
                .isEqualTo(8);
        assertThat(reader.keepHolder(values(COUNT, 1), new Holder(values(COUNT, 9))).getIntValue())
                .isEqualTo(9);
        for (int i = 0; i < 10; i++) {
            assertThat(reader.see(values(COUNT, 2)).getIntValue()).isEqualTo(2);
        }

        assertThat(reader.ownValue().getIntValue()).isEqualTo(8);
        assertThat(reader.heldValue().getIntValue()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesToTheObjectWhatAnotherArgumentRefersTo(boolean remote) {
        Reader reader = create(Reader.class, remote);
        double[] shared = values(COUNT, 8);
        assertThat(reader.keepSecond(shared, shared).getIntValue()).isEqualTo(8);
        double[] held = values(COUNT, 9);
        assertThat(reader.keepHolder(held, new Holder(held)).getIntValue()).isEqualTo(9);
        for (int i = 0; i < 10; i++) {
            assertThat(reader.see(values(COUNT, 2)).getIntValue()).isEqualTo(2);
        }

        assertThat(reader.ownValue().getIntValue()).isEqualTo(8);
        assertThat(reader.heldValue().getIntValue()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesNoArrayToTwo(boolean remote) {
        Reader reader = create(Reader.class, remote);
        double[] twice = values(COUNT, 1);
        for (int i = 0; i < 5; i++) {
            assertThat(reader.both(twice, twice).getIntValue()).isOne();
            assertThat(reader.both(values(COUNT, 1), values(COUNT, 2)).getIntValue()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesWhatAMethodHadThatThrows(boolean remote) {
        Reader reader = create(Reader.class, remote);
        IntWrapper failed = reader.fail(values(COUNT, 6));
        assertThatThrownBy(failed::getIntValue).hasMessage("no such values");
        for (int i = 0; i < 10; i++) {
            assertThat(reader.see(values(COUNT, 2)).getIntValue()).isEqualTo(2);
        }

        assertThat(reader.ownValue().getIntValue()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takesNullForAnArray(boolean remote) {
        Reader reader = create(Reader.class, remote);
        assertThat(reader.both(null, values(COUNT, 1)).getIntValue()).isZero();
        assertThat(reader.both(null, null).getIntValue()).isOne();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsApartWhatManyCallersSendAtOnce(boolean remote) {
        Reader queued = create(Reader.class, remote);
        Crowd several = create(Crowd.class, remote);
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int caller = 1; caller <= 4; caller++) {
            double[] mine = values(2000 + caller % 2, caller);
            int expected = caller;
            callers.add(
                    CompletableFuture.runAsync(
                            () -> {
                                for (int i = 0; i < 200; i++) {
                                    queued.tell(mine);
                                    IntWrapper one = queued.seeAtOnce(mine);
                                    IntWrapper two = queued.see(mine);
                                    IntWrapper three = several.see(mine);
                                    assertThat(one.getIntValue()).isEqualTo(expected);
                                    assertThat(two.getIntValue()).isEqualTo(expected);
                                    assertThat(three.getIntValue()).isEqualTo(expected);
                                }
                            },
                            task -> Thread.ofPlatform().daemon().start(task)));
        }
        callers.forEach(CompletableFuture::join);
    }

    /** Serves several requests at the same time. */
    @DefineGroups(@Group(name = "all", selfCompatible = true))
    public static class Crowd {

        @MemberOf("all")
        public IntWrapper see(@Borrowed double[] values) {
            return uniform(values);
        }
    }

    /** Keeps a request, serves it, and looks at it. */
    public static class Keeper implements RunActive {

        private int served;

        public IntWrapper see(@Borrowed double[] values) {
            served++;
            return uniform(values);
        }

        public IntWrapper served() {
            return new IntWrapper(served);
        }

        @Override
        public void runActivity(Body body) {
            Request request = body.getRequestQueue().blockingRemoveOldest(one -> true, 0);
            double[] before = (double[]) request.getParameter(0);
            assertThat(uniform(before).getIntValue()).isEqualTo(4);
            body.serve(request);
            assertThatThrownBy(() -> body.serve(request)) // whoever called has his answer
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("served only once");
            kept.complete(request);
            new Service(body).fifoServing();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tellsNoArgumentsOfARequestThatHasGivenThemBack(boolean remote) {
        Keeper keeper = create(Keeper.class, remote);
        assertThat(keeper.see(values(COUNT, 4)).getIntValue()).isEqualTo(4);
        Request request = kept.join();

        assertThat(request.getMethodName()).isEqualTo("see");
        assertThatThrownBy(() -> request.getParameter(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Keeper.see(double[])")
                .hasMessageContaining("its method has returned");
        assertThat(keeper.served().getIntValue()).isOne();
    }

    @Test
    void overwritesWhatSomebodyKeepsIfThatIsAskedFor() {
        close();
        System.setProperty("activeobjects.borrowed", "overwrite");
        try {
            openBoth();
        } finally {
            System.clearProperty("activeobjects.borrowed");
        }
        for (boolean remote : new boolean[] {false, true}) {
            for (int count : new int[] {3, 100, COUNT}) {
                Reader reader = create(Reader.class, remote);
                assertThat(reader.keepAgainstTheRule(values(count, 3)).getIntValue()).isEqualTo(3);
                assertThat(reader.ownFirst().getDoubleValue()).isNaN();
                assertThat(reader.keep(values(count, 3)).getIntValue()).isEqualTo(3);
                assertThat(reader.ownFirst().getDoubleValue()).isEqualTo(3);
            }
        }
    }

    /** Moves while calls are in its queue. */
    public static class Traveller {

        private int sum;

        public void add(@Borrowed double[] values) {
            sum += uniform(values).getIntValue();
        }

        public void go(String url) {
            PAMobileAgent.migrateTo(url);
        }

        public IntWrapper sum() {
            return new IntWrapper(sum);
        }
    }

    @Test
    void takesWhatWaitsInTheQueueAlongWhenItMoves() {
        Node target = here.connect(there.card());
        Traveller traveller = create(Traveller.class, false);
        for (int i = 1; i <= 10; i++) {
            traveller.add(values(COUNT, i));
            if (i == 5) {
                traveller.go(target.url());
            }
        }

        assertThat(traveller.sum().getIntValue()).isEqualTo(55);
    }
}
