package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.lang.Thread.State;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

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
    void sendsArraysOfClassesAndGivesNoLineToAddForThoseOfWhatTheJdkHasNoFormFor() {
        Codec strict = new Codec(filter, CodecTesting.NO_REFERENCES);
        Class<?>[] parameters = {String.class, int.class, List[].class};

        assertThat(CodecTesting.roundTrip(strict, parameters)).isEqualTo(parameters);
        assertThatThrownBy(() -> CodecTesting.encode(strict, (Object) new Thread[1]))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread[]")
                .hasMessageContaining("the codec has no form for this type of the JDK; mark the")
                .hasMessageNotContaining(ClassFilter.SETTING);
    }

    @Test
    void theLineToAddKeepsWhatIsAllowed() throws ClassNotFoundException {
        ClassFilter two = new ClassFilter(List.of("org.acme.", "com.acme."));
        Codec strict = new Codec(two, CodecTesting.NO_REFERENCES);
        String allowed = "start with -Dactiveobjects.codec.allow=org.acme.,com.acme.,";
        Object homeless = Array.newInstance(new HomelessLoader().loadClass("Homeless"), 1);

        assertThatThrownBy(() -> CodecTesting.encode(strict, new Secret()))
                .hasMessageEndingWith(allowed + "org.activeobjects.internal.codec.");
        assertThatThrownBy(() -> CodecTesting.encode(strict, homeless))
                .hasMessageContaining("class=Homeless[] ")
                .hasMessageEndingWith(allowed + "Homeless");
    }

    /** Makes a class in no package. */
    private static final class HomelessLoader extends ClassLoader {

        @Override
        protected Class<?> findClass(String name) {
            byte[] bytes = ClassFile.of().build(ClassDesc.of(name), type -> {});
            return defineClass(name, bytes, 0, bytes.length);
        }
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
                            "start with -D"
                                    + ClassFilter.SETTING
                                    + "="
                                    + Secret.class.getPackageName());
        }
    }

    /** Finds the classes of the test anew, and waits before it finds one of them. */
    private static final class SlowLoader extends ClassLoader {

        static {
            assertThat(registerAsParallelCapable()).isTrue();
        }

        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch mayFind = new CountDownLatch(1);
        private final Class<?> slow;

        SlowLoader(Class<?> slow) {
            super(ClassFilterTest.class.getClassLoader());
            this.slow = slow;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(ClassFilterTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            if (name.equals(slow.getName())) {
                asked.countDown();
                awaitOrFail(mayFind);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : defined(name);
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static void awaitOrFail(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a thread has ended, or cannot go on. */
    private static void awaitRest(Thread thread) {
        await().until(() -> thread.getState() != State.RUNNABLE && thread.getState() != State.NEW);
    }

    private static Class<?> load(ClassLoader loader, Class<?> type) {
        try {
            return Class.forName(type.getName(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface First {
        void put(Pack pack);
    }

    static class Pack {
        Crate crate;
        Lid lid;
    }

    static class Crate {}

    static class Lid {}

    /** Two threads, of which the first is in the middle when the second one begins. */
    private static boolean secondIsAdmitted(
            SlowLoader loader, Runnable admitting, BooleanSupplier isAdmitted) throws Exception {
        Thread first = Thread.ofPlatform().start(admitting);
        awaitOrFail(loader.asked);
        FutureTask<Boolean> late = new FutureTask<>(isAdmitted::getAsBoolean);
        Thread second = Thread.ofPlatform().start(late);
        awaitRest(second);
        loader.mayFind.countDown();
        first.join(Duration.ofSeconds(20));
        return late.get(20, TimeUnit.SECONDS);
    }

    @Test
    @Timeout(60)
    void whoComesWhileAnotherThreadAdmitsTheSameSignaturesFindsAllOfThemAdmitted()
            throws Exception {
        SlowLoader loader = new SlowLoader(Pack.class);
        Class<?> active = load(loader, First.class);
        Class<?> part = load(loader, Lid.class);

        assertThat(
                        secondIsAdmitted(
                                loader,
                                () -> filter.admitSignatures(active),
                                () -> {
                                    filter.admitSignatures(active);
                                    return filter.admits(part);
                                }))
                .isTrue();
    }

    @Test
    @Timeout(60)
    void whoComesWhileAnotherThreadAdmitsTheSameValueFindsItsFieldsAdmitted() throws Exception {
        SlowLoader loader = new SlowLoader(Crate.class);
        Class<?> value = load(loader, Pack.class);
        Class<?> part = load(loader, Lid.class);
        Class<?> other = load(loader, Price.class);

        assertThat(
                        secondIsAdmitted(
                                loader,
                                () -> filter.admit(value),
                                () -> {
                                    filter.admit(value, other);
                                    return filter.admits(part);
                                }))
                .isTrue();
    }

    @Test
    @Timeout(60)
    void aClassOfAnAllowedPackageIsNotAdmittedWithoutItsFields() throws Exception {
        ClassFilter allowing = new ClassFilter(List.of(Pack.class.getName()));
        SlowLoader loader = new SlowLoader(Crate.class);
        Class<?> value = load(loader, Pack.class);
        Class<?> part = load(loader, Lid.class);

        assertThat(
                        secondIsAdmitted(
                                loader,
                                () -> allowing.admits(value),
                                () -> allowing.admits(value) && allowing.admits(part)))
                .isTrue();
    }
}
