package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Active;
import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.InitActive;
import org.activeobjects.active.Request;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.active.StubObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.error.NodeException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creation in all its forms, in this runtime and in another one of the JVM. */
@Timeout(60)
class CreationTest {

    private static final String GREETER = Greeter.class.getName();

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private Node node;

    @BeforeEach
    void actHere() {
        here.makeDefault();
        node = here.connect(there.card());
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private Node place(boolean remote) {
        return remote ? node : here.node();
    }

    /** Greets. */
    public static class Greeter {

        private final String greeting;

        public Greeter(String greeting) {
            this.greeting = greeting;
        }

        public Greeter(CharSequence greeting, Integer times) {
            this.greeting = greeting.toString().repeat(times) + " boxed";
        }

        public Greeter(String greeting, int times) {
            this.greeting = greeting.repeat(times) + " primitive";
        }

        public StringWrapper greet(String name) {
            return new StringWrapper(greeting + " " + name);
        }

        public StringWrapper where() {
            return new StringWrapper(PAActiveObject.getNode().url());
        }
    }

    /** Serves the youngest request first, and tells what it did. */
    public static class YoungestFirst implements InitActive, RunActive {

        private final String mark;

        public YoungestFirst(String mark) {
            this.mark = mark;
        }

        @Override
        public void initActivity(Body body) {
            Thread.currentThread().setName(mark + " of " + body.getName());
        }

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            while (body.isActive()) {
                service.waitForRequest();
                while (service.getRequestCount() > 0 && service.getRequestCount() < 3) {
                    Thread.onSpinWait();
                }
                service.serveAll("greet");
                service.serveYoungest();
            }
        }
    }

    /** Knows the name of its thread. */
    public static class Named {

        public StringWrapper thread() {
            return new StringWrapper(Thread.currentThread().getName());
        }
    }

    /** Says that it begins and ends what others do. */
    public static class Herald implements InitActive, EndActive {

        static final BlockingQueue<String> SAID = new LinkedBlockingQueue<>();

        @Override
        public void initActivity(Body body) {
            SAID.add("begins " + body.getName().replaceAll("#.*", ""));
        }

        @Override
        public void endActivity(Body body) {
            SAID.add("ends " + body.getName().replaceAll("#.*", ""));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyFormWithAClassOrItsNameCreates(boolean remote) {
        Node at = place(remote);
        Object[] parameters = {"Hello"};
        Class<?>[] none = {};
        List<Object> made =
                List.of(
                        PAActiveObject.newActive(Greeter.class, parameters, at),
                        PAActiveObject.newActive(Greeter.class, parameters, at.url()),
                        PAActiveObject.newActive(Greeter.class, parameters, at, null, null),
                        PAActiveObject.newActive(Greeter.class, none, parameters, at),
                        PAActiveObject.newActive(Greeter.class, none, parameters, at.url()),
                        PAActiveObject.newActive(Greeter.class, none, parameters, at, null, null),
                        PAActiveObject.newActive(GREETER, parameters, at),
                        PAActiveObject.newActive(GREETER, parameters, at.url()),
                        PAActiveObject.newActive(GREETER, parameters, at, null, null),
                        PAActiveObject.newActive(GREETER, none, parameters, at),
                        PAActiveObject.newActive(GREETER, none, parameters, at.url()),
                        PAActiveObject.newActive(GREETER, none, parameters, at, null, null));

        for (Object greeter : made) {
            assertThat(greeter).isInstanceOf(Greeter.class).isInstanceOf(StubObject.class);
            assertThat(((Greeter) greeter).greet("Ada").getStringValue()).isEqualTo("Hello Ada");
            assertThat(((Greeter) greeter).where().getStringValue()).isEqualTo(at.url());
        }
    }

    @Test
    void formsWithoutANodeCreateInTheRuntimeOfTheCaller() {
        Object[] parameters = {"Hi"};
        Class<?>[] none = {};
        List<Object> made =
                List.of(
                        PAActiveObject.newActive(Greeter.class, "Hi"),
                        PAActiveObject.newActive(Greeter.class, none, parameters),
                        PAActiveObject.newActive(GREETER, parameters),
                        PAActiveObject.newActive(GREETER, none, parameters));

        for (Object greeter : made) {
            assertThat(((Greeter) greeter).greet("Bob").getStringValue()).isEqualTo("Hi Bob");
            assertThat(PAActiveObject.getActiveObjectNodeUrl(greeter)).isEqualTo(here.node().url());
        }
    }

    @Test
    void withoutAUrlOfANodeObjectsAreInTheRuntimeOfTheCaller() {
        String none = null; // as of a program that was started without one
        Object[] parameters = {"Hi"};
        Greeter made = PAActiveObject.newActive(Greeter.class, parameters, none);
        Object named = PAActiveObject.newActive(GREETER, parameters, none);
        Greeter turned = PAActiveObject.turnActive(new Greeter("Hi"), none);

        for (Object greeter : List.of(made, named, turned)) {
            assertThat(PAActiveObject.getActiveObjectNode(greeter)).isEqualTo(here.node());
        }
    }

    @Test
    void createsInParallelOnManyNodes() {
        Object[][] parameters = {{"a"}, {"b"}, {"c"}};
        Node[] nodes = {here.node(), node};

        Object[] made = PAActiveObject.newActiveInParallel(GREETER, parameters, nodes);
        Object[] generic =
                PAActiveObject.newActiveInParallel(GREETER, new Class<?>[0], parameters, nodes);

        for (Object[] all : List.of(made, generic)) {
            assertThat(all)
                    .extracting(greeter -> ((Greeter) greeter).greet("x").getStringValue())
                    .containsExactly("a x", "b x", "c x");
            assertThat(all)
                    .extracting(PAActiveObject::getActiveObjectNodeUrl)
                    .containsExactly(here.node().url(), node.url(), here.node().url());
        }
    }

    /** Can be made when it is let, unless its number is negative; tells that it ends. */
    public static class Late implements EndActive {

        static volatile CountDownLatch gate;
        static final Semaphore BEGUN = new Semaphore(0);
        static final Semaphore ENDED = new Semaphore(0);

        public Late(Integer number) throws InterruptedException {
            BEGUN.release();
            gate.await();
            if (number < 0) {
                throw new IllegalStateException("no number " + number);
            }
        }

        @Override
        public void endActivity(Body body) {
            ENDED.release();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasCreatedInParallelEndsIfOneCouldNotBe(boolean remote) throws Exception {
        Late.gate = new CountDownLatch(0);
        Late.ENDED.drainPermits();
        Object[][] parameters = {{1}, {-2}, {3}};
        Node[] nodes = {place(remote)};

        assertThatThrownBy(
                        () ->
                                PAActiveObject.newActiveInParallel(
                                        Late.class.getName(), parameters, nodes))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("no number -2");

        assertThat(Late.ENDED.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNodeThatIsKilledMeanwhileFailsACreationInParallel(boolean remote) throws Exception {
        Late.gate = new CountDownLatch(1);
        Late.BEGUN.drainPermits();
        Late.ENDED.drainPermits();
        Node doomed =
                remote
                        ? here.connect(there.createNode("doomed", false).url())
                        : here.createNode("doomed", false);
        Node[] nodes = {doomed, place(!remote)};
        CompletableFuture<Object[]> made =
                CompletableFuture.supplyAsync(
                        () ->
                                PAActiveObject.newActiveInParallel(
                                        Late.class.getName(), new Object[][] {{1}, {2}}, nodes));
        assertThat(Late.BEGUN.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();

        doomed.kill();
        Late.gate.countDown();

        assertThatThrownBy(made::get)
                .hasCauseInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("node has been killed: node=doomed");
        assertThat(Late.ENDED.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anActivityGivenAtCreationReplacesThatOfTheObject(boolean remote) throws Exception {
        Node at = place(remote);
        hasItsBeginningAndEndTold(
                PAActiveObject.newActive(Named.class, new Object[0], at, new Herald(), null));
        hasItsBeginningAndEndTold(PAActiveObject.turnActive(new Named(), at, new Herald(), null));
    }

    private static void hasItsBeginningAndEndTold(Named named) throws InterruptedException {
        assertThat(named.thread().getStringValue()).contains("Named#");
        assertThat(Herald.SAID.poll(20, TimeUnit.SECONDS)).isEqualTo("begins Named");
        PAActiveObject.terminateActiveObject(named, false);
        assertThat(Herald.SAID.poll(20, TimeUnit.SECONDS)).isEqualTo("ends Named");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anActivityGivenAtCreationChoosesWhatIsServed(boolean remote) {
        Active policy = new YoungestFirst("policy");
        Greeter greeter =
                PAActiveObject.newActive(
                        Greeter.class, new Object[] {"Hey"}, place(remote), policy, null);
        StringWrapper first = greeter.where();
        StringWrapper second = greeter.greet("Cy");
        StringWrapper third = greeter.greet("Di");

        assertThat(second.getStringValue()).isEqualTo("Hey Cy");
        assertThat(third.getStringValue()).isEqualTo("Hey Di");
        assertThat(first.getStringValue()).isEqualTo(place(remote).url());
    }

    @Test
    void aFactoryOfPartsIsRefused() {
        MetaObjectFactory factory = new MetaObjectFactory() {};

        assertThatThrownBy(
                        () ->
                                PAActiveObject.newActive(
                                        Greeter.class, new Object[] {"x"}, node, null, factory))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("pass null");
        assertThatThrownBy(() -> PAActiveObject.turnActive(new Named(), (Node) null, null, factory))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theMostSpecificConstructorIsChosenAndBoxedBeforePrimitive(boolean remote) {
        Greeter boxed =
                PAActiveObject.newActive(
                        Greeter.class, new Object[] {new StringBuilder("ab"), 2}, place(remote));

        assertThat(boxed.greet("x").getStringValue()).isEqualTo("abab boxed x");
        // (CharSequence, Integer) and (String, int): each is better in one place
        assertThatThrownBy(
                        () ->
                                PAActiveObject.newActive(
                                        Greeter.class, new Object[] {"ab", 2}, place(remote)))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("several constructors fit equally")
                .hasMessageContaining("java.lang.String, java.lang.Integer");
        assertThatThrownBy(
                        () ->
                                PAActiveObject.newActive(
                                        Greeter.class, new Object[] {1, 2, 3}, place(remote)))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("no constructor fits");
    }

    @Test
    void saysWhereANodeComesThatIsTakenForAnArgument() {
        assertThatThrownBy(() -> PAActiveObject.newActive(Greeter.class, here.node()))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("no constructor fits")
                .hasMessageContaining("newActive(type, new Object[] {...}, node)");
    }

    /** What an account can do. */
    public interface Counting {

        /** Adds one. */
        IntWrapper count();
    }

    /** Has parts only subclasses know. */
    public abstract static class AbstractCounter implements Counting {

        protected int value;

        @Override
        public IntWrapper count() {
            return new IntWrapper(value += step());
        }

        protected abstract int step();
    }

    /** Final: no stub of its own class is possible. */
    public static final class FinalCounter extends AbstractCounter {

        public FinalCounter(int value) {
            this.value = value;
        }

        @Override
        protected int step() {
            return 1;
        }

        Counting self() {
            return (Counting) PAActiveObject.getStubOnThis();
        }
    }

    /** Gives a stub of itself. */
    public static class SelfGiving extends AbstractCounter {

        @Override
        protected int step() {
            return 2;
        }

        public SelfGiving self() {
            return (SelfGiving) PAActiveObject.getStubOnThis();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anObjectBecomesActiveUnderASuperclassOrAnInterface(boolean remote) {
        Node at = place(remote);
        String counting = Counting.class.getName();
        List<Counting> made =
                List.of(
                        PAActiveObject.turnActive(new FinalCounter(4), Counting.class, at),
                        PAActiveObject.turnActive(new FinalCounter(4), AbstractCounter.class, at),
                        PAActiveObject.turnActive(
                                new FinalCounter(4), Counting.class, at, null, null),
                        (Counting) PAActiveObject.turnActive(new FinalCounter(4), counting, at),
                        (Counting)
                                PAActiveObject.turnActive(
                                        new FinalCounter(4), counting, at, null, null),
                        (Counting)
                                PAActiveObject.turnActive(
                                        new FinalCounter(4),
                                        counting,
                                        new Class<?>[0],
                                        at,
                                        null,
                                        null));

        for (Counting counter : made) {
            assertThat(counter).isInstanceOf(StubObject.class).isNotInstanceOf(FinalCounter.class);
            assertThat(counter.count().getIntValue()).isEqualTo(5);
            assertThat(counter.count().getIntValue()).isEqualTo(6);
            assertThat(PAActiveObject.getActiveObjectNode(counter)).isEqualTo(at);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNodeMayBeNamedByItsUrlInEachForm(boolean remote) {
        String at = place(remote).url();
        Class<?>[] open = {};
        String named = SelfGiving.class.getName();
        List<SelfGiving> made =
                List.of(
                        PAActiveObject.turnActive(new SelfGiving(), open, at),
                        PAActiveObject.turnActive(new SelfGiving(), SelfGiving.class, at),
                        PAActiveObject.turnActive(new SelfGiving(), SelfGiving.class, open, at),
                        PAActiveObject.turnActive(
                                new SelfGiving(), SelfGiving.class, open, place(remote)),
                        (SelfGiving) PAActiveObject.turnActive(new SelfGiving(), named, at),
                        (SelfGiving) PAActiveObject.turnActive(new SelfGiving(), named, open, at),
                        (SelfGiving)
                                PAActiveObject.turnActive(
                                        new SelfGiving(), named, open, place(remote)));

        for (SelfGiving counter : made) {
            assertThat(counter.count().getIntValue()).isEqualTo(2);
            assertThat(PAActiveObject.getActiveObjectNode(counter)).isEqualTo(place(remote));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anObjectBecomesActiveWithItsState(boolean remote) {
        SelfGiving counter = new SelfGiving();
        counter.count();
        SelfGiving active = PAActiveObject.turnActive(counter, place(remote));
        SelfGiving byUrl = PAActiveObject.turnActive(new SelfGiving(), place(remote).url());

        assertThat(active.count().getIntValue()).isEqualTo(4);
        assertThat(byUrl.count().getIntValue()).isEqualTo(2);
        assertThat((Object) PAFuture.getFutureValue(active.self())).isEqualTo(active);
        // on a node of another runtime lives a copy
        assertThat(counter.value).isEqualTo(remote ? 2 : 4);
    }

    @Test
    void whatStandsInForAnObjectIsNotTurnedActive() {
        Greeter active = PAActiveObject.newActive(Greeter.class, "x");

        assertThatThrownBy(() -> PAActiveObject.turnActive(active))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be turned active");
        assertThatThrownBy(
                        () ->
                                PAActiveObject.turnActive(
                                        new Named(), GREETER, (Node) null, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no instance of the type");
        assertThatThrownBy(() -> PAActiveObject.turnActive(new FinalCounter(1)))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasCauseInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("the class is final");
    }

    @Test
    void anAbstractTypeHasNoObjectsOfItsOwn() {
        assertThatThrownBy(() -> PAActiveObject.newActive(AbstractCounter.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("abstract");
        assertThatThrownBy(() -> PAActiveObject.newActive(Counting.class))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("name a class that implements it");
        assertThatThrownBy(() -> PAActiveObject.newActive("org.acme.Missing", new Object[0]))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageContaining("org.acme.Missing");
    }

    @Test
    void aNodeThatNobodyHasIsNamedInTheError() {
        String url = here.node().url() + "/nobody";

        assertThatThrownBy(() -> PAActiveObject.newActive(Greeter.class, new Object[] {"x"}, url))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("nobody");
    }

    /** Ends with a word. */
    public static class Farewell implements EndActive {

        @Override
        public void endActivity(Body body) {}

        public StringWrapper sender() {
            Request request = PAActiveObject.getContext().getCurrentRequest();
            return new StringWrapper(
                    request.getSourceBodyID().number() + " at " + request.getSenderNodeURL());
        }

        public StringWrapper caller() {
            StubObject caller = PAActiveObject.getContext().getStubOnCaller();
            return new StringWrapper(
                    PAActiveObject.getContext().getCurrentRequest().getMethodName()
                            + " of "
                            + PAActiveObject.getContext().getBody().getName().replaceAll("#.*", "")
                            + " for "
                            + (caller == null ? null : ((Asker) caller).name().getStringValue()));
        }
    }

    /** Asks, and answers meanwhile. */
    public static class Asker implements RunActive {

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            while (body.isActive()) {
                service.blockingServeOldest();
            }
        }

        public StringWrapper ask(Farewell other) {
            StringWrapper answer = other.caller();
            new Service(PAActiveObject.getBodyOnThis()).blockingServeOldest("name");
            return answer;
        }

        public StringWrapper name() {
            return new StringWrapper("asker");
        }

        public StringWrapper askForSender(Farewell other) {
            return other.sender();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theContextKnowsRequestBodyAndCaller(boolean remote) {
        Farewell told = PAActiveObject.newActive(Farewell.class, new Object[0], place(remote));
        Asker asker = PAActiveObject.newActive(Asker.class);

        assertThat(told.caller().getStringValue()).isEqualTo("caller of Farewell for null");
        assertThat(asker.ask(told).getStringValue()).isEqualTo("caller of Farewell for asker");
        assertThat(told.sender().getStringValue()).isEqualTo("0 at " + here.node().url());
        assertThat(asker.askForSender(told).getStringValue())
                .matches("[1-9][0-9]* at " + here.node().url());
        assertThatThrownBy(PAActiveObject::getContext).isInstanceOf(IllegalStateException.class);
    }

    /** Takes what others send later. */
    public static class Inbox {

        private final List<Integer> seen = new java.util.ArrayList<>();

        public void put(int[] value) {
            seen.add(value[0]);
        }

        public void putAtOnce(int value) {
            seen.add(value);
        }

        public List<Integer> seen() {
            return seen;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsThatOthersSendStayInOrderAndAreCopiedAtTheCall(boolean remote) {
        Inbox inbox = PAActiveObject.newActive(Inbox.class, new Object[0], place(remote));
        PAActiveObject.setForgetOnSend(inbox, "put");
        int[] small = new int[1];
        int[] large = new int[500]; // travels beside the message
        int[] value = small;
        for (int i = 0; i < 3000; i++) {
            value = i % 2 == 0 ? small : large;
            value[0] = i;
            inbox.put(value);
            if (i % 100 == 99) {
                inbox.putAtOnce(-i);
            }
        }
        PAActiveObject.removeForgetOnSend(inbox, "put");
        value[0] = 3000;
        inbox.put(value);
        PAActiveObject.setForgetOnSend(inbox, "seen");
        List<Integer> seen = inbox.seen();
        PAActiveObject.terminateActiveObject(inbox, false);

        List<Integer> expected = new java.util.ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            expected.add(i);
            if (i % 100 == 99) {
                expected.add(-i);
            }
        }
        expected.add(3000);
        assertThat(PAFuture.getFutureValue(seen)).isEqualTo(expected);
        assertThatThrownBy(() -> PAActiveObject.setForgetOnSend(inbox, "no such"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such");
    }

    /** Takes what others send later, and moves meanwhile. */
    public static class Parcels implements Serializable {

        private static final AtomicInteger ARRIVALS = new AtomicInteger();

        private int next;
        private String fault = "";

        public void put(int number, int[] value) {
            if (fault.isEmpty() && (number != next || value[0] != number)) {
                fault = "call " + number + " in place of " + next + " with " + value[0];
            }
            next++;
        }

        public void go(String url) {
            PAMobileAgent.migrateTo(url);
        }

        public StringWrapper seen() {
            return new StringWrapper(next + fault);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            ARRIVALS.incrementAndGet();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsThatOthersSendStayInOrderAndAreCopiedAlsoWhileTheirObjectMoves(boolean remote) {
        Parcels parcels = PAActiveObject.newActive(Parcels.class, new Object[0], place(remote));
        PAActiveObject.setForgetOnSend(parcels, "put");
        PAActiveObject.setForgetOnSend(parcels, "go");
        int[] value = new int[1];
        for (int moves = 0; moves < 6; moves++) {
            int arrivals = Parcels.ARRIVALS.get();
            parcels.go(place(remote == (moves % 2 != 0)).url());
            int after = 0; // the move
            while (after < 2000 && !Thread.currentThread().isInterrupted()) {
                parcels.put(value[0], value);
                value[0]++;
                after += Parcels.ARRIVALS.get() - arrivals;
            }
        }

        assertThat(parcels.seen().getStringValue()).isEqualTo(String.valueOf(value[0]));
    }

    @Test
    void aCallThatAnotherThreadCannotSendIsNotLost() throws Exception {
        Inbox inbox = PAActiveObject.newActive(Inbox.class, new Object[0], place(true));
        PAActiveObject.setForgetOnSend(inbox, "put");
        CompletableFuture<CallFailure> told = new CompletableFuture<>();
        PAException.setDefaultFailureHandler(told::complete);
        try {
            there.close();
            inbox.put(new int[1]);

            CallFailure failure = told.get(20, TimeUnit.SECONDS);
            assertThat(failure.method()).isEqualTo("put");
            assertThat(failure.callee()).contains("Inbox#");
            // The news that the object has ended may come before the end of its runtime.
            assertThat(failure.exception())
                    .isInstanceOfAny(
                            TransportException.class, BodyTerminatedRequestException.class);
        } finally {
            PAException.setDefaultFailureHandler(null);
        }
    }

    /** There is no memory to encode it, but for one thread. */
    public static class Heavy implements Serializable {

        private final transient Thread spared = Thread.currentThread();

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (Thread.currentThread() != spared) {
                throw new OutOfMemoryError("as the test wants it");
            }
            out.defaultWriteObject();
        }

        private Object readResolve() {
            return new Heavy();
        }
    }

    /** Takes what is heavy. */
    public static class Hoist {

        public IntWrapper lift(Heavy heavy) {
            return new IntWrapper(heavy == null ? 0 : 1);
        }
    }

    @Test
    void anErrorOfTheThreadThatSendsFailsItsCallAndKeepsNoOtherFromLeaving() {
        Hoist hoist = PAActiveObject.newActive(Hoist.class, new Object[0], place(true));
        PAActiveObject.setForgetOnSend(hoist, "lift");

        IntWrapper failed = hoist.lift(new Heavy());
        IntWrapper next = hoist.lift(null);

        assertThat(next.getIntValue()).isZero();
        assertThatThrownBy(failed::getIntValue).hasStackTraceContaining("as the test wants it");
    }

    /** Cannot be initialized. */
    public static class Unusable {
        static final int NUMBER = Integer.parseInt("not a number");
    }

    @Test
    void aClassThatCannotBeInitializedIsNamedWithTheReason() {
        for (Object type : List.of(Unusable.class, Unusable.class.getName())) {
            assertThatThrownBy(
                            () -> {
                                var _ =
                                        type instanceof Class<?> loaded
                                                ? PAActiveObject.newActive(loaded)
                                                : PAActiveObject.newActive(
                                                        (String) type, new Object[0]);
                            })
                    .isInstanceOf(ActiveObjectCreationException.class)
                    .hasMessageContaining("class=" + Unusable.class.getName())
                    .hasMessageContaining("not a number");
        }
    }

    @Test
    void whatIsNullIsNamed() {
        Class<?> type = null;
        String text = null;
        assertThatNullPointerException()
                .isThrownBy(() -> PAActiveObject.newActive(type))
                .withMessageContaining("class");
        assertThatNullPointerException()
                .isThrownBy(() -> PAActiveObject.newActive(text, new Object[0]))
                .withMessageContaining("name of a class");
        assertThatNullPointerException()
                .isThrownBy(() -> PAActiveObject.turnActive(null))
                .withMessageContaining("object to turn active");
        assertThatNullPointerException()
                .isThrownBy(() -> PAActiveObject.lookupActive(Unusable.class, null))
                .withMessageContaining("URL");
        assertThatNullPointerException()
                .isThrownBy(
                        () ->
                                PAActiveObject.newActiveInParallel(
                                        Unusable.class.getName(), null, null))
                .withMessageContaining("parameters");
    }
}
