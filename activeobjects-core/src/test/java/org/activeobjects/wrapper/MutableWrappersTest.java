package org.activeobjects.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Wrappers whose value can be changed. */
class MutableWrappersTest {

    static Stream<Arguments> wrappers() {
        return Stream.of(
                Arguments.of(
                        of(
                                BooleanMutableWrapper::new,
                                BooleanMutableWrapper::getBooleanValue,
                                BooleanMutableWrapper::setBooleanValue),
                        false,
                        true),
                Arguments.of(
                        of(
                                IntMutableWrapper::new,
                                IntMutableWrapper::getIntValue,
                                IntMutableWrapper::setIntValue),
                        1,
                        Integer.MIN_VALUE),
                Arguments.of(
                        of(
                                LongMutableWrapper::new,
                                LongMutableWrapper::getLongValue,
                                LongMutableWrapper::setLongValue),
                        1L,
                        Long.MIN_VALUE),
                Arguments.of(
                        of(
                                FloatMutableWrapper::new,
                                FloatMutableWrapper::getFloatValue,
                                FloatMutableWrapper::setFloatValue),
                        -0.0f,
                        Float.NaN),
                Arguments.of(
                        of(
                                DoubleMutableWrapper::new,
                                DoubleMutableWrapper::getDoubleValue,
                                DoubleMutableWrapper::setDoubleValue),
                        -0.0,
                        Double.NaN),
                Arguments.of(
                        of(
                                StringMutableWrapper::new,
                                StringMutableWrapper::getStringValue,
                                StringMutableWrapper::setStringValue),
                        "before",
                        null));
    }

    private static <W, V> Kind<W, V> of(
            Function<V, W> make, Function<W, V> get, BiConsumer<W, V> set) {
        return new Kind<>(make, get, set);
    }

    private record Kind<W, V>(Function<V, W> make, Function<W, V> get, BiConsumer<W, V> set) {}

    @ParameterizedTest
    @MethodSource("wrappers")
    <W, V> void isWhatWasSetLast(Kind<W, V> kind, V before, V after) {
        W wrapper = kind.make.apply(before);
        W same = kind.make.apply(before);
        assertThat(kind.get.apply(wrapper)).isEqualTo(before);
        assertThat(wrapper).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(wrapper).hasToString(String.valueOf(before));

        kind.set.accept(wrapper, after);

        assertThat(kind.get.apply(wrapper)).isEqualTo(after);
        assertThat(wrapper).isNotEqualTo(same).isEqualTo(kind.make.apply(after));
        assertThat(wrapper).hasSameHashCodeAs(kind.make.apply(after));
        assertThat(wrapper).hasToString(String.valueOf(after));
    }
}
