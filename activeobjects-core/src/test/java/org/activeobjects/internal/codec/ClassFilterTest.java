package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Map;

class ClassFilterTest {

    static class Secret {
        int pin = 1234;
    }

    static class Order {
        List<Item[]> items;
        Shape shape;
        transient Secret secret;
    }

    static class Item {
        Price price;
    }

    record Price(long cents) {}

    interface Shape {}

    static class Circle implements Shape {
        Center center;
    }

    static class Center {}

    static class Report<T extends Price> {
        T content;
    }

    static class Failure extends IOException {
        private static final long serialVersionUID = 1;
    }

    static class Key {}

    static class Shop {
        Shop(Key key) {}

        public Map<String, ? extends Report<?>> report(Order order) throws Failure {
            return null;
        }
    }

    static class Ware {
        Box box;
    }

    static class Box {}

    static class Parcel {}

    static class Base<T> {
        public void put(T item) {}
    }

    static class Middle<T> extends Base<List<T>> {}

    interface Sink<T> {
        void accept(T item);
    }

    interface ParcelSink extends Sink<Parcel[]> {}

    abstract static class Store extends Middle<Ware> implements ParcelSink, Comparable<Price> {}

    private final ClassFilter filter = new ClassFilter(List.of());

    @Test
    void admitsWhatSignaturesReachThroughFieldsAndTypeArguments() {
        assertThat(filter.admits(Order.class)).isFalse();

        filter.admitSignatures(Shop.class);

        assertThat(
                        List.of(
                                Order.class,
                                Item.class,
                                Item[].class,
                                Price.class,
                                Report.class,
                                Shape.class,
                                Failure.class,
                                Key.class))
                .allMatch(filter::admits);
        assertThat(filter.admits(Secret.class)).isFalse();
        assertThat(filter.admits(Shop.class)).isFalse();
    }

    @Test
    void admitsWhatAClassMakesOfTheTypeVariablesThatItInherits() {
        filter.admitSignatures(Store.class);

        assertThat(List.of(Ware.class, Box.class, Parcel.class, Price.class))
                .allMatch(filter::admits);
        assertThat(List.of(Base.class, Middle.class, Sink.class)).noneMatch(filter::admits);
    }

    @Test
    void admitsSubclassesOfWhatItAdmitsWithTheirFields() {
        assertThat(filter.admits(Circle.class)).isFalse();

        filter.admitSignatures(Shop.class);

        assertThat(filter.admits(Circle.class)).isTrue();
        assertThat(filter.admits(Center.class)).isTrue();
    }

    @Test
    void admitsPackagesThatTheUserNames() {
        ClassFilter allowing = new ClassFilter(List.of("org.activeobjects.internal.codec."));

        assertThat(allowing.admits(Secret.class)).isTrue();
        assertThat(allowing.admits(Secret[][].class)).isTrue();
    }

    @Test
    void admitsNothingOfTheJdkButValues() {
        assertThat(List.of(int[].class, String.class, List.class, Integer[].class))
                .allMatch(filter::admits);
        assertThat(List.of(Thread.class, ProcessBuilder.class, java.net.Socket.class))
                .noneMatch(filter::admits);
    }

    @Test
    void refusesOnBothSidesWithTheLineToAdd() {
        Codec strict = new Codec(filter, CodecTesting.NO_REFERENCES);
        EncodedMessage message =
                CodecTesting.encode(CodecTesting.codecFor(Secret.class), new Secret());

        for (Runnable refused :
                List.<Runnable>of(
                        () -> CodecTesting.encode(strict, new Secret()),
                        () -> CodecTesting.decode(strict, message))) {
            assertThatThrownBy(refused::run)
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=" + Secret.class.getTypeName())
                    .hasMessageContaining(
                            "add -Dactiveobjects.codec.allow=org.activeobjects.internal.codec.");
        }
    }
}
