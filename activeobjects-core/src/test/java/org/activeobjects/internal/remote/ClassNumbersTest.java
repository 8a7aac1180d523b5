package org.activeobjects.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.active.Body;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.ClassNotice;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.codec.PeerClasses;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.Call;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.node.Delivery;
import org.activeobjects.spi.Creation;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/** Runtimes that send each other objects of the user's classes: their names travel once. */
@Timeout(60)
class ClassNumbersTest {

    record Order(int number) {}

    record Receipt(Order order) {}

    /** What each shop has served, and what holds it up. */
    private static final BlockingQueue<Order> SERVED = new LinkedBlockingQueue<>();

    private static volatile CompletableFuture<Void> gate = new CompletableFuture<>();
    private static volatile Body heldUp;

    /** Takes orders. */
    public static class Shop {

        public CompletableFuture<Receipt> buy(Order order) {
            return CompletableFuture.completedFuture(new Receipt(order));
        }

        /** One-way. */
        public void order(Order order) {
            SERVED.add(order);
        }

        /** One-way. */
        public void holdUp() {
            heldUp = PAActiveObject.getBodyOnThis();
            gate.join();
        }
    }

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime there = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime elsewhere =
            new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final Shop shop;

    ClassNumbersTest() {
        here.makeDefault();
        shop = shopIn(there);
    }

    private Shop shopIn(CoreRuntime runtime) {
        return Creation.createAll(
                        Shop.class,
                        new Object[][] {null},
                        List.of(here.connect(runtime.card())),
                        false)
                .getFirst();
    }

    @AfterEach
    void closeAll() {
        gate.complete(null);
        Stream.of(here, there, elsewhere).forEach(CoreRuntime::close);
        SERVED.clear();
    }

    private PeerClasses classes(CoreRuntime of, CoreRuntime peer) {
        return of.messenger().classesOf(peer.messenger().self());
    }

    private EncodedMessage encodedHere(Object value) {
        EncodedMessage message = here.messenger().newMessage(there.messenger().self());
        here.codec().encode(message, new Object[] {value}, "call");
        return message;
    }

    private void acquaint() {
        assertThat(shop.buy(new Order(1)).join()).isEqualTo(new Receipt(new Order(1)));
        // Both sides tell by themselves.
        await().until(() -> encodedHere(new Order(2)).headLength() < Wire.HEADER + 8);
        await().until(() -> classes(there, here).know(0));
    }

    @Test
    void sendTheNameOfAClassOnceInEachDirection() {
        acquaint();

        assertThat(shop.buy(new Order(3)).join()).isEqualTo(new Receipt(new Order(3)));
        assertThat(classes(here, elsewhere).know(0)).isFalse();
    }

    @Test
    void nameTheClassForAReceiverThatDoesNotKnowItWhenOneOfManyDoes() throws Exception {
        acquaint();
        Shop other = shopIn(elsewhere);
        Object[] shared = {new Order(4)};

        here.callAll(order(), new Object[][] {shared, shared}, List.of(shop, other));
        here.callAll(order(), new Object[][] {shared, shared}, List.of(other, shop));

        for (int i = 0; i < 4; i++) {
            assertThat(SERVED.take()).isEqualTo(new Order(4));
        }
    }

    @Test
    void callManyByNumbersOnceAllOfThemKnowThese() throws Exception {
        acquaint();
        Shop other = shopIn(elsewhere);
        Set<RuntimeId> both = Set.of(there.messenger().self(), elsewhere.messenger().self());
        assertThat(encodedForAll(both)).isGreaterThan(Order.class.getName().length());

        other.order(new Order(9));
        assertThat(SERVED.take()).isEqualTo(new Order(9));
        await().until(() -> encodedForAll(both) < Wire.HEADER + 8);

        Object[] shared = {new Order(10)};
        here.callAll(order(), new Object[][] {shared, shared}, List.of(shop, other));
        assertThat(List.of(SERVED.take(), SERVED.take()))
                .containsExactly(new Order(10), new Order(10));
    }

    private int encodedForAll(Set<RuntimeId> destinations) {
        EncodedMessage message = here.messenger().newMessage(destinations);
        here.codec().encode(message, new Object[] {new Order(2)}, "call");
        return message.headLength();
    }

    private static StubMethod order() {
        return MethodTable.of(Shop.class).methods().stream()
                .filter(method -> method.name().equals("order"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void readACallOfManyAlsoInARuntimeThatIsNoneOfItsDestinations() throws Exception {
        acquaint();
        Shop other = shopIn(elsewhere);
        Call call =
                Call.toMany(
                        order(), new Object[] {new Order(11)}, Set.of(there.messenger().self()));

        for (Shop one : List.of(shop, other, shop)) {
            ActiveHandler.of(one).send(call, null);
            assertThat(SERVED.take()).isEqualTo(new Order(11));
        }
    }

    @Test
    void readWhatIsInTheQueueAlsoWhenItsSenderIsGone() throws Exception {
        acquaint();
        gate = new CompletableFuture<>();
        shop.holdUp();
        shop.order(new Order(5));
        await().until(() -> heldUp != null && heldUp.getRequestQueue().size() == 1);

        here.close();
        await().until(() -> !classes(there, here).know(0));
        gate.complete(null);

        assertThat(SERVED.take()).isEqualTo(new Order(5));
    }

    @Test
    void sayWhoUsesANumberThatWasNeverExplained() {
        acquaint();
        EncodedMessage message = encodedHere(new Order(6));
        assertThat(message.head()[Wire.HEADER + 1]).isEqualTo((byte) 1);
        message.head()[Wire.HEADER + 2] = 1 + 101;
        MethodTable table = MethodTable.of(Shop.class);
        Wire.kind(message.head(), Wire.REQUEST, (byte) 0, (byte) 0);
        Wire.method(message.head(), table.methods().getFirst().id(), table.hash());
        Wire.callee(message.head(), 1);
        Promise answer = new Promise(Object.class, "hostile call");

        here.messenger().post(there.messenger().self(), 1, message, answer);

        assertThatThrownBy(() -> answer.get(20_000))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("number=101")
                .hasMessageContaining(" in " + there.nameOf(there.messenger().self()))
                .hasMessageContaining(" from " + here.nameOf(here.messenger().self()));
        assertThat(shop.buy(new Order(7)).join()).isEqualTo(new Receipt(new Order(7)));
    }

    @Test
    void dropANoticeOfNumbersThatCannotBe() {
        for (int number : new int[] {-1, PeerClasses.LIMIT, Integer.MAX_VALUE}) {
            EncodedMessage message = here.messenger().newMessage();
            new ClassNotice(0, 1, 2, number).write(message);
            Wire.kind(message.head(), Wire.CLASSES, (byte) 0, (byte) 0);
            here.messenger().postRaw(there.messenger().self(), 0, message);
        }

        assertThat(shop.buy(new Order(8)).join()).isEqualTo(new Receipt(new Order(8)));
        assertThat(classes(there, here).know(2)).isFalse();
    }
}
