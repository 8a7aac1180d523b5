package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.StubObject;
import org.activeobjects.annotation.Cache;
import org.activeobjects.annotation.NoReify;
import org.activeobjects.annotation.Self;
import org.activeobjects.annotation.TurnActive;
import org.activeobjects.annotation.TurnActiveParam;
import org.activeobjects.annotation.UnwrapFuture;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Which classes and methods can be active, near and far, and what annotations make of them. */
@Timeout(60)
class KindsTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private Node place(boolean remote) {
        return remote ? here.connect(there.card()) : here.node();
    }

    private <T> T create(Class<T> type, boolean remote, Object... parameters) {
        return PAActiveObject.newActive(type, parameters, place(remote));
    }

    /** A value. */
    public record Point(int x, int y) {}

    /** A choice. */
    public enum Side {
        LEFT,
        RIGHT {
            @Override
            int sign() {
                return 1;
            }
        };

        int sign() {
            return -1;
        }
    }

    /** One of two. */
    public sealed interface Shape permits Dot, Line {}

    /** The first. */
    public record Dot(Point at) implements Shape {}

    /** The second. */
    public record Line(Point from, Point to) implements Shape {}

    /** Has a result type that a subclass narrows. */
    public abstract static class Base {

        public abstract Object covariant();

        protected IntWrapper hidden(int value) {
            return new IntWrapper(value);
        }
    }

    /** Has a default method. */
    public interface Defaults {

        /** The name. */
        StringWrapper name();

        /** Longer than the name. */
        default StringWrapper longName() {
            return new StringWrapper("long " + name().getStringValue());
        }
    }

    /** Has every kind of method. */
    public static class Kinds extends Base implements Defaults, Comparable<Kinds> {

        private final int start;

        protected Kinds(int start) {
            this.start = start;
        }

        @Override
        public StringWrapper covariant() {
            return new StringWrapper("narrowed");
        }

        @Override
        public StringWrapper name() {
            return new StringWrapper("kinds");
        }

        @Override
        public int compareTo(Kinds other) {
            return start;
        }

        IntWrapper packagePrivate() {
            return new IntWrapper(start);
        }

        public IntWrapper sum(int... values) {
            return new IntWrapper(start + Arrays.stream(values).sum());
        }

        public StringWrapper take(Point point, Side side, Shape shape) {
            String text =
                    switch (shape) {
                        case Dot(Point(int x, int y)) -> "dot " + x + " " + y;
                        case Line(Point from, Point to) -> "line " + from.x() + " " + to.y();
                    };
            return new StringWrapper(point.x() * side.sign() + " " + text);
        }

        public static int ofTheClass() {
            return 7;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyKindOfMethodIsARequest(boolean remote) {
        Kinds kinds = create(Kinds.class, remote, 5);
        Comparable<Kinds> comparable = kinds;
        Base base = kinds;

        assertThat(((StringWrapper) base.covariant()).getStringValue()).isEqualTo("narrowed");
        assertThat(base.hidden(3).getIntValue()).isEqualTo(3);
        assertThat(kinds.longName().getStringValue()).isEqualTo("long kinds");
        assertThat(comparable.compareTo(kinds)).isEqualTo(5);
        assertThat(kinds.packagePrivate().getIntValue()).isEqualTo(5);
        assertThat(kinds.sum().getIntValue()).isEqualTo(5);
        assertThat(kinds.sum(1, 2).getIntValue()).isEqualTo(8);
        assertThat(Kinds.ofTheClass()).isEqualTo(7);
    }

    /** Promises little. */
    public interface Wide {

        /** Anything. */
        Object shape();
    }

    /** Promises more. */
    public interface Narrow extends Wide {

        @Override
        StringWrapper shape();
    }

    /** Keeps both promises. */
    public static class Shaper implements Narrow {

        @Override
        public StringWrapper shape() {
            return new StringWrapper("round");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResultIsAFutureOfTheNarrowestTypeThatIsDeclared(boolean remote) {
        Wide byInterface = PAActiveObject.turnActive(new Shaper(), Narrow.class, place(remote));
        Wide byClass = create(Shaper.class, remote);

        assertThat(((StringWrapper) byInterface.shape()).getStringValue()).isEqualTo("round");
        assertThat(((StringWrapper) byClass.shape()).getStringValue()).isEqualTo("round");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recordsEnumsAndSealedTypesAreArguments(boolean remote) {
        Kinds kinds = create(Kinds.class, remote, 5);

        assertThat(
                        kinds.take(new Point(2, 3), Side.LEFT, new Dot(new Point(4, 5)))
                                .getStringValue())
                .isEqualTo("-2 dot 4 5");
        assertThat(
                        kinds.take(
                                        new Point(2, 3),
                                        Side.RIGHT,
                                        new Line(new Point(6, 7), new Point(8, 9)))
                                .getStringValue())
                .isEqualTo("2 line 6 9");
    }

    /** Holds one thing. */
    public static class Cell<T> implements Supplier<T> {

        private T content;

        public Cell(T content) {
            this.content = content;
        }

        @Override
        public T get() {
            return content;
        }

        public void set(T newContent) {
            content = newContent;
        }
    }

    /** Passes stubs on. */
    public static class Keeper {

        private Cell<IntWrapper> kept;

        public void keep(Cell<IntWrapper> cell) {
            kept = cell;
        }

        public Cell<IntWrapper> kept() {
            return kept;
        }

        public boolean isAsynchronous() {
            Object content = kept.get();
            return content instanceof StubObject;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResultOfTypeVariableIsAFutureIfTheVariableIsGivenAtCreation(boolean remote) {
        Class<?>[] ints = {IntWrapper.class};
        Class<?>[] strings = {String.class};
        Object[] four = {new IntWrapper(4)};
        @SuppressWarnings("unchecked") // what was said at creation
        Cell<IntWrapper> known = PAActiveObject.newActive(Cell.class, ints, four, place(remote));
        @SuppressWarnings("unchecked")
        Cell<IntWrapper> open = PAActiveObject.newActive(Cell.class, four, place(remote));
        @SuppressWarnings("unchecked")
        Cell<String> text =
                PAActiveObject.newActive(Cell.class, strings, new Object[] {"x"}, place(remote));

        assertThat((Object) known.get()).isInstanceOf(StubObject.class);
        assertThat(known.get().getIntValue()).isEqualTo(4);
        assertThat((Object) open.get()).isNotInstanceOf(StubObject.class).hasToString("4");
        assertThat(text.get()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @SuppressWarnings({"rawtypes", "unchecked"}) // what was said at creation
    void whatTypeVariablesStandForMayBeSaidInEachForm(boolean remote) {
        Node at = place(remote);
        String url = at.url();
        String name = Cell.class.getName();
        Class<?>[] ints = {IntWrapper.class};
        Object[] four = {new IntWrapper(4)};
        Supplier<Cell> cell = () -> new Cell<>(new IntWrapper(4));
        List<Object> made =
                List.of(
                        PAActiveObject.newActive(Cell.class, ints, four),
                        PAActiveObject.newActive(Cell.class, ints, four, url),
                        PAActiveObject.newActive(Cell.class, ints, four, at, null, null),
                        PAActiveObject.newActive(name, ints, four),
                        PAActiveObject.newActive(name, ints, four, at),
                        PAActiveObject.newActive(name, ints, four, url),
                        PAActiveObject.newActive(name, ints, four, at, null, null),
                        PAActiveObject.newActiveInParallel(
                                name, ints, new Object[][] {four}, new Node[] {at})[0],
                        PAActiveObject.turnActive(cell.get(), ints),
                        PAActiveObject.turnActive(cell.get(), ints, at),
                        PAActiveObject.turnActive(cell.get(), ints, url),
                        PAActiveObject.turnActive(cell.get(), ints, at, null, null),
                        PAActiveObject.turnActive(cell.get(), Cell.class, ints),
                        PAActiveObject.turnActive(cell.get(), Cell.class, ints, at),
                        PAActiveObject.turnActive(cell.get(), Cell.class, ints, url),
                        PAActiveObject.turnActive(cell.get(), Cell.class, ints, at, null, null),
                        PAActiveObject.turnActive(cell.get(), Supplier.class, ints, at),
                        PAActiveObject.turnActive(cell.get(), name, ints),
                        PAActiveObject.turnActive(cell.get(), name, ints, at),
                        PAActiveObject.turnActive(cell.get(), name, ints, url),
                        PAActiveObject.turnActive(cell.get(), name, ints, at, null, null));

        assertThat(made)
                .allSatisfy(
                        one -> {
                            Object content = ((Supplier<?>) one).get();
                            assertThat(content).isInstanceOf(StubObject.class);
                            assertThat(((IntWrapper) content).getIntValue()).isEqualTo(4);
                        });
    }

    /** Has an inner class. */
    public static class Outer {

        private final int base;

        public Outer(int base) {
            this.base = base;
        }

        /** Refers to the object around it. */
        public class Inner {

            private final int number;

            public Inner(int number) {
                this.number = number;
            }

            public IntWrapper sum() {
                return new IntWrapper(base + number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInnerClassIsGivenTheObjectAroundItFirst(boolean remote) {
        Outer.Inner inner = create(Outer.Inner.class, remote, new Outer(100), 5);

        assertThat(inner.sum().getIntValue()).isEqualTo(105);
    }

    /** One that knows what it holds by itself, and whose class others leave open. */
    public abstract static class OpenSource<T extends Comparable<T>> implements Supplier<T> {

        protected T content;

        @Override
        public T get() {
            return content;
        }

        public abstract void put(T newContent);

        public abstract Object narrowed();
    }

    /** Has bridges for all that its superclass leaves open. */
    public static class Source extends OpenSource<Dated> {

        @Override
        public Dated get() {
            return super.get();
        }

        @Override
        public void put(Dated newContent) {
            content = newContent;
        }

        @Override
        public Dated narrowed() {
            return content;
        }
    }

    /** Can be compared. */
    public static class Dated implements Comparable<Dated> {

        private final int date;

        public Dated(int date) {
            this.date = date;
        }

        public int date() {
            return date;
        }

        @Override
        public int compareTo(Dated other) {
            return Integer.compare(date, other.date());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bridgesOfBoundTypeVariablesAreTheRequestsOfWhatTheyLeadTo(boolean remote) {
        OpenSource<Dated> source = create(Source.class, remote);
        source.put(new Dated(7));
        Dated got = source.get();
        Object narrowed = source.narrowed();

        assertThat((Object) got).isInstanceOf(StubObject.class);
        assertThat(got.date()).isEqualTo(7);
        assertThat(narrowed).isInstanceOf(StubObject.class).isInstanceOf(Dated.class);
        assertThat(got.compareTo((Dated) narrowed)).isZero();
    }

    @Test
    void whatTypeVariablesStandForTravelsWithTheStub() {
        @SuppressWarnings("unchecked") // what was said at creation
        Cell<IntWrapper> cell =
                PAActiveObject.newActive(
                        Cell.class,
                        new Class<?>[] {IntWrapper.class},
                        new Object[] {new IntWrapper(4)});
        Keeper keeper = create(Keeper.class, true);
        keeper.keep(cell);

        assertThat(keeper.isAsynchronous()).isTrue();
        assertThat(keeper.kept().get().getIntValue()).isEqualTo(4);
    }

    @Test
    void genericParametersThatDoNotFitAreRefused() {
        Class<?>[] two = {String.class, String.class};
        Class<?>[] primitive = {int.class};

        assertThatThrownBy(() -> PAActiveObject.newActive(Cell.class, two, new Object[] {"x"}))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("variables=[T]");
        assertThatThrownBy(
                        () -> PAActiveObject.newActive(Cell.class, primitive, new Object[] {"x"}))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("int");
    }

    /** Has two helpers that are no requests. */
    public static class Helped {

        private final String secret;

        public Helped(String secret) {
            this.secret = secret;
        }

        @NoReify
        public final String shout(String text) {
            return text + "!" + secret;
        }

        @NoReify
        public String whisper(String text) {
            return text + "..." + secret;
        }

        @NoReify
        private String inside() {
            return "inside " + secret;
        }

        public StringWrapper tell() {
            return new StringWrapper(secret);
        }
    }

    /** All its finals are allowed. */
    @NoReify
    public static class Relaxed {

        public final int one() {
            return 1;
        }

        public final int two() {
            return 2;
        }

        public Integer three() {
            return 3;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsAllowedByAnnotationRunsOnTheStub(boolean remote) {
        Helped helped = create(Helped.class, remote, "s");
        Relaxed relaxed = create(Relaxed.class, remote);

        assertThat(helped.tell().getStringValue()).isEqualTo("s");
        assertThat(helped.shout("a")).isEqualTo("a!null");
        assertThat(helped.whisper("a")).isEqualTo("a...null");
        assertThat(helped.inside()).isEqualTo("inside null");
        assertThat(relaxed.one() + relaxed.two()).isEqualTo(3);
        assertThat(relaxed.three()).isEqualTo(3);
    }

    /** A neighbour calls its private method. */
    public static class Spied {

        private String secret() {
            return "secret";
        }

        private String kept() {
            return "kept";
        }

        public final String open() {
            return kept();
        }
    }

    private static String spyOn(Spied spied) {
        return spied.secret();
    }

    /** Asks for what cannot be. */
    public static class Wrong {

        @Cache
        public StringWrapper cached(int key) {
            return new StringWrapper("" + key);
        }

        @Self
        public String self() {
            return "";
        }

        @TurnActive
        public String active() {
            return "";
        }

        public void take(@TurnActiveParam int number) {}
    }

    @Test
    void aRefusalListsEverythingThatIsInTheWay() {
        assertThat(spyOn(new Spied())).isEqualTo("secret");
        assertThatThrownBy(() -> PAActiveObject.newActive(Spied.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasCauseInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("open(): final")
                .hasMessageContaining("secret(): private, but " + KindsTest.class.getName())
                .hasMessageNotContaining("kept")
                .hasMessageContaining("@NoReify");
        assertThatThrownBy(() -> PAActiveObject.newActive(Wrong.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasCauseInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("cached(int): @Cache, which is for methods with a result")
                .hasMessageContaining("self(): @Self, but no stub of the class is a java.lang.Str")
                .hasMessageContaining("active(): @TurnActive, but no stub can stand in for a")
                .hasMessageContaining("take(int): @TurnActiveParam, but no stub");
    }

    /** Counts how often it is asked, and gives more than results. */
    public static class Generous {

        private int asked;
        private final List<Integer> taken = new ArrayList<>();

        @Cache
        public IntWrapper once() {
            return new IntWrapper(++asked);
        }

        @Cache
        public int onceAtOnce() {
            return ++asked;
        }

        @Cache
        public String none() {
            asked++;
            return null;
        }

        @Cache
        public IntWrapper failsFirst() {
            if (++asked == 1) {
                throw new IllegalStateException("not yet");
            }
            return new IntWrapper(asked);
        }

        @Self
        public Generous more() {
            taken.add(1);
            return null;
        }

        @TurnActive
        public Generous child() {
            return new Generous();
        }

        @TurnActive
        public Generous noChild() {
            return null;
        }

        public IntWrapper ask(@TurnActiveParam Generous other) {
            return other.once();
        }

        @UnwrapFuture
        public IntWrapper unwrapped(Generous other) {
            return other.counted();
        }

        public IntWrapper counted() {
            return new IntWrapper(++asked);
        }

        public Generous plainThis() {
            return this;
        }

        public IntWrapper takenBy(Generous other) {
            return new IntWrapper(other == this ? -1 : other.taken());
        }

        public IntWrapper passThisTo(Generous other) {
            return other.isStub(this);
        }

        public IntWrapper isStub(Generous other) {
            return new IntWrapper(other instanceof StubObject ? 1 : 0);
        }

        public int taken() {
            return taken.size();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCachedResultIsAskedForOnce(boolean remote) {
        Generous generous = create(Generous.class, remote);

        assertThat(generous.once().getIntValue()).isEqualTo(1);
        assertThat(generous.once().getIntValue()).isEqualTo(1);
        assertThat(generous.onceAtOnce()).isEqualTo(2);
        assertThat(generous.onceAtOnce()).isEqualTo(2);
        assertThat(generous.none()).isNull();
        assertThat(generous.none()).isNull();
        assertThat(generous.counted().getIntValue()).isEqualTo(4);
        Generous other = create(Generous.class, remote);
        IntWrapper failed = other.failsFirst();
        assertThatThrownBy(failed::getIntValue).hasMessage("not yet");
        assertThat(other.failsFirst().getIntValue()).isEqualTo(2);
        assertThat(other.failsFirst().getIntValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsAndArgumentsBecomeActiveWhereTheMethodSaysSo(boolean remote) {
        Generous generous = create(Generous.class, remote);
        Generous again = generous.more().more();
        Generous child = (Generous) PAFuture.getFutureValue((Object) generous.child());

        assertThat((Object) PAFuture.getFutureValue(again)).isEqualTo(generous);
        assertThat(generous.taken()).isEqualTo(2);
        assertThat(child).isInstanceOf(StubObject.class).isNotEqualTo(generous);
        assertThat(PAActiveObject.getActiveObjectNode(child)).isEqualTo(place(remote));
        assertThat((Object) PAFuture.getFutureValue(generous.noChild())).isNull();
        assertThat(generous.ask(new Generous()).getIntValue()).isEqualTo(1);
        assertThat(generous.ask(child).getIntValue()).isEqualTo(1);
        assertThat(generous.unwrapped(child).getIntValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thisIsCopiedUnlessTheRuntimesGiveStubsForIt(boolean remote) {
        Generous copying = create(Generous.class, remote);
        Generous other = create(Generous.class, remote);

        assertThat((Object) PAFuture.getFutureValue(copying.plainThis()))
                .isNotInstanceOf(StubObject.class);
        assertThat(copying.passThisTo(other).getIntValue()).isZero();

        System.setProperty("activeobjects.implicitGetStubOnThis", "true");
        try (NodeRuntime giving = NodeRuntime.open(TransportConfig.defaults())) {
            Node node = here.connect(giving.card());
            Generous stubs = PAActiveObject.newActive(Generous.class, new Object[0], node);

            assertThat((Object) PAFuture.getFutureValue(stubs.plainThis())).isEqualTo(stubs);
            assertThat(stubs.passThisTo(other).getIntValue()).isEqualTo(1);
            giving.makeDefault();
            Generous near = PAActiveObject.newActive(Generous.class);
            assertThat((Object) PAFuture.getFutureValue(near.plainThis())).isEqualTo(near);
            assertThat(near.passThisTo(near).getIntValue()).isEqualTo(1);
        } finally {
            here.makeDefault();
            System.clearProperty("activeobjects.implicitGetStubOnThis");
        }
    }
}
