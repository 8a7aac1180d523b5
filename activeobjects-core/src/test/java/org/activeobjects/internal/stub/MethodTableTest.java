package org.activeobjects.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

class MethodTableTest {

    static class Result {}

    static final class FinalResult {}

    static class ResultWithFinalMethod {
        public final int get() {
            return 0;
        }
    }

    record Data(int x) {}

    abstract static class Kinds<T> implements Supplier<String> {
        void nothing() {}

        void nothingButChecked() throws IOException {}

        void nothingButUnchecked() throws IllegalStateException {}

        abstract Result object();

        abstract Object anyObject();

        abstract Result objectButChecked() throws IOException;

        abstract List<String> anInterface();

        abstract FinalResult finalClass();

        abstract ResultWithFinalMethod finalMethod();

        abstract Data aRecord();

        abstract TimeUnit anEnum();

        abstract int primitive();

        abstract Result[] array();

        abstract String string();

        abstract BigInteger valueOfTheJdk();

        abstract AtomicInteger finalMethodsOfTheJdk();

        abstract java.util.ArrayList<String> collectionOfTheJdk();

        abstract CompletableFuture<Integer> completable();

        abstract CompletionStage<Integer> stage();

        abstract Future<Integer> future();

        abstract T open();
    }

    private static StubMethod method(Class<?> type, String name) {
        return MethodTable.of(type).methods().stream()
                .filter(method -> method.name().equals(name))
                .reduce(
                        (a, b) -> {
                            throw new AssertionError("two methods: " + a + " " + b);
                        })
                .orElseThrow();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "nothing, ONE_WAY",
        "nothingButChecked, SYNCHRONOUS",
        "nothingButUnchecked, ONE_WAY",
        "object, ASYNCHRONOUS",
        "anyObject, ASYNCHRONOUS",
        "objectButChecked, SYNCHRONOUS",
        "anInterface, ASYNCHRONOUS",
        "finalClass, SYNCHRONOUS",
        "finalMethod, SYNCHRONOUS",
        "aRecord, SYNCHRONOUS",
        "anEnum, SYNCHRONOUS",
        "primitive, SYNCHRONOUS",
        "array, SYNCHRONOUS",
        "string, SYNCHRONOUS",
        "valueOfTheJdk, SYNCHRONOUS",
        "finalMethodsOfTheJdk, SYNCHRONOUS",
        "collectionOfTheJdk, ASYNCHRONOUS",
        "completable, ASYNCHRONOUS",
        "stage, ASYNCHRONOUS",
        "future, ASYNCHRONOUS",
        "open, SYNCHRONOUS",
        "get, SYNCHRONOUS"
    })
    void theSignatureDecidesHowTheCallerGoesOn(String name, CallKind kind) {
        assertThat(method(Kinds.class, name).kind()).isEqualTo(kind);
    }

    @Test
    void describesItsMethods() {
        StubMethod method = method(Kinds.class, "objectButChecked");

        assertThat(method.declaresExceptions()).isTrue();
        assertThat(method.returnType()).isEqualTo(Result.class);
        assertThat(method.parameterTypes()).isEmpty();
        assertThat(method.declaringClass()).isEqualTo(Kinds.class);
        assertThat(method.returnsCompletableFuture()).isFalse();
        assertThat(method(Kinds.class, "future").returnsCompletableFuture()).isTrue();
        assertThat(method(Kinds.class, "get").returnType()).isEqualTo(String.class);
        assertThat(method(Kinds.class, "open").genericReturnType()).hasToString("T");
        assertThat(MethodTable.of(Kinds.class).method(method.id())).isSameAs(method);
    }

    @Test
    void theOrderAndTheHashDependOnSignaturesAlone() {
        MethodTable table = MethodTable.of(Supplier.class);

        assertThat(table.methods())
                .extracting(StubMethod::name)
                .containsExactly("equals", "get", "hashCode", "toString");
        // Written down: JVMs of different versions must agree on it.
        assertThat(table.hash()).isEqualTo(MethodTable.of(Other.class).hash());
        assertThat(table.hash()).isNotEqualTo(MethodTable.of(Runnable.class).hash());
    }

    interface Other {
        Object get();
    }

    static class Stubborn {
        public final void publicFinal() {}

        protected final int protectedFinal(String text, int[] numbers) {
            return 0;
        }

        final void packageFinal() {}

        private void isPrivate() {}

        private final void isPrivateFinal() {}

        public static void isStatic() {}

        public void fine() {
            isPrivate();
            isPrivateFinal();
        }
    }

    @Test
    void aRefusalNamesEveryMethodThatCannotBeIntercepted() {
        String name = Stubborn.class.getTypeName();

        assertThatThrownBy(() -> StubFactory.checkActive(Stubborn.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessage(
                        "calls on instances of a class cannot all be intercepted: class="
                                + name
                                + "\n  final void "
                                + name
                                + ".packageFinal(): final"
                                + "\n  protected final int "
                                + name
                                + ".protectedFinal(java.lang.String, int[]): final"
                                + "\n  public final void "
                                + name
                                + ".publicFinal(): final"
                                + "\nremove what is in the way, give an interface that the class"
                                + " implements as the type, as in turnActive(object, type), or"
                                + " allow methods with @NoReify, which then run on the stub");
        assertThatThrownBy(() -> StubFactory.create(Stubborn.class, (m, a) -> null))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("publicFinal");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                FinalResult.class,
                Data.class,
                TimeUnit.class,
                int.class,
                int[].class,
                String.class,
                Thread.class,
                Override.class
            })
    void typesThatHaveNoSubclassesAreRefused(Class<?> type) {
        assertThat(StubFactory.canStandInFor(type)).isFalse();
        assertThatThrownBy(() -> StubFactory.checkActive(type))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("class=" + type.getTypeName());
    }

    sealed interface Sealed permits Only {}

    static final class Only implements Sealed {}

    @Test
    void sealedTypesAreRefused() {
        assertThatThrownBy(() -> StubFactory.checkActive(Sealed.class))
                .isInstanceOf(ClassNotReifiableException.class)
                .hasMessageContaining("the class is sealed");
    }

    static class Throwing {
        private String secret() {
            return "private";
        }

        protected String call(boolean fail) throws IOException {
            if (fail) {
                throw new IOException("as it is");
            }
            return secret();
        }
    }

    @Test
    void runsMethodsOnTargetsAndThrowsWhatTheyThrow() throws Throwable {
        StubMethod method = method(Throwing.class, "call");

        assertThat(method.invoke(new Throwing(), new Object[] {false})).isEqualTo("private");
        assertThatThrownBy(() -> method.invoke(new Throwing(), new Object[] {true}))
                .isInstanceOf(IOException.class)
                .hasMessage("as it is");
        assertThatThrownBy(() -> method.invoke("no Throwing", new Object[] {true}))
                .isInstanceOf(ClassCastException.class);
    }

    @Test
    void namesWhatIsKnownByItsNumbersOnly() {
        MethodTable table = MethodTable.of(Kinds.class);
        for (StubMethod method : table.methods()) {
            assertThat(MethodTable.nameOf(table.hash(), method.id())).isEqualTo(method.name());
        }
        assertThat(MethodTable.nameOf(table.hash(), -1)).isEmpty();
        assertThat(MethodTable.nameOf(table.hash(), table.size())).isEmpty();
        assertThat(MethodTable.nameOf(table.hash() + 1, 0)).isEmpty();
    }
}
