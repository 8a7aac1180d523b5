package org.activeobjects.internal.borrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.ElementType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** What is kept of arrays that nobody uses, for how long, and who gets it. */
class ArrayPoolTest {

    private static final int LIMIT = 1 << 20;

    private final Queue<Runnable> later = new ArrayDeque<>();
    private long nowNs = 5;
    private final ArrayPool pool = new ArrayPool(LIMIT, false, () -> nowNs, later::add);

    @AfterEach
    void forgetTheSetting() {
        System.clearProperty(ArrayPool.SETTING);
    }

    private static Object array(ElementType type, int count) {
        return switch (type) {
            case DOUBLE -> new double[count];
            case INT -> new int[count];
            case LONG -> new long[count];
            case BYTE -> new byte[count];
            case FLOAT -> new float[count];
            case SHORT -> new short[count];
            case CHAR -> new char[count];
            case BOOLEAN -> new boolean[count];
        };
    }

    @ParameterizedTest
    @EnumSource
    void givesAnArrayOfExactlyThatTypeAndLengthOnce(ElementType type) {
        Object array = array(type, 5000);
        pool.giveBack(array);

        for (ElementType other : ElementType.values()) {
            if (other != type) {
                assertThat(pool.take(other, 5000)).isNull();
            }
        }
        assertThat(pool.take(type, 4999)).isNull();
        assertThat(pool.take(type, 5001)).isNull();
        assertThat(pool.take(type, 5000)).isSameAs(array);
        assertThat(pool.take(type, 5000)).isNull();
    }

    @Test
    void givesTheArrayFirstThatWasUsedLast() {
        int[] first = new int[3000];
        int[] second = new int[3000];
        pool.giveBack(first);
        pool.giveBack(second);

        assertThat(pool.take(ElementType.INT, 3000)).isSameAs(second);
        assertThat(pool.take(ElementType.INT, 3000)).isSameAs(first);
    }

    @Test
    void keepsNeitherSmallArraysNorSuchAsAreLongerThanItsLimit() {
        pool.giveBack(new byte[ArrayPool.LEAST - 1]);
        pool.giveBack(new byte[LIMIT + 1]);
        pool.giveBack(new byte[ArrayPool.LEAST]);

        assertThat(pool.take(ElementType.BYTE, ArrayPool.LEAST - 1)).isNull();
        assertThat(pool.take(ElementType.BYTE, LIMIT + 1)).isNull();
        assertThat(pool.take(ElementType.BYTE, ArrayPool.LEAST)).isNotNull();
    }

    @Test
    void letsTheOldestGoWhenThereAreTooManyBytes() {
        byte[] old = new byte[LIMIT / 2];
        byte[] middle = new byte[LIMIT / 4];
        byte[] last = new byte[LIMIT / 2];
        List.of(old, middle, last).forEach(pool::giveBack);

        assertThat(pool.take(ElementType.BYTE, LIMIT / 2)).isSameAs(last);
        assertThat(pool.take(ElementType.BYTE, LIMIT / 2)).isNull();
        assertThat(pool.take(ElementType.BYTE, LIMIT / 4)).isSameAs(middle);
        // what has left does not count any more
        List.of(old, last).forEach(pool::giveBack);
        assertThat(pool.take(ElementType.BYTE, LIMIT / 2)).isSameAs(last);
        assertThat(pool.take(ElementType.BYTE, LIMIT / 2)).isSameAs(old);
    }

    @Test
    void letsTheOldestGoWhenThereAreTooMany() {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i <= ArrayPool.MOST; i++) {
            byte[] array = new byte[ArrayPool.LEAST];
            all.add(array);
            pool.giveBack(array);
        }

        for (int i = ArrayPool.MOST; i >= 1; i--) {
            assertThat(pool.take(ElementType.BYTE, ArrayPool.LEAST)).isSameAs(all.get(i));
        }
        assertThat(pool.take(ElementType.BYTE, ArrayPool.LEAST)).isNull();
    }

    @Test
    void letsGoWhatWasNotUsedForLong() {
        pool.giveBack(new long[1000]);
        nowNs += TimeUnit.SECONDS.toNanos(ArrayPool.IDLE_S) - 1;
        char[] younger = new char[5000];
        pool.giveBack(younger);
        assertThat(later).as("it is looked at once for all").hasSize(1);

        nowNs += 1;
        later.remove().run();

        assertThat(pool.take(ElementType.LONG, 1000)).isNull();
        assertThat(later).as("there is one left").hasSize(1);
        assertThat(pool.take(ElementType.CHAR, 5000)).isSameAs(younger);
        later.remove().run();
        assertThat(later).as("an empty one is not looked at").isEmpty();
        pool.giveBack(younger);
        assertThat(later).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void copiesIntoWhatItHas(ElementType type) {
        Object kept = array(type, 6000);
        Object original = array(type, 6000);
        Array.set(original, 5999, Array.get(lastOfAll(type), 0));
        pool.giveBack(kept);

        assertThat(pool.copy(original)).isSameAs(kept).isEqualTo(original);
        assertThat(pool.copy(original)).isNotSameAs(original).isEqualTo(original);
    }

    /** An array whose only element is not the default of its type. */
    private static Object lastOfAll(ElementType type) {
        Object one = array(type, 1);
        new ArrayPool(LIMIT, true, () -> 0, Runnable::run).giveBack(one);
        return one;
    }

    @Test
    void overwritesWhatIsGivenBackIfThatIsAskedFor() {
        System.setProperty(ArrayPool.SETTING, "overwrite");
        ArrayPool debugging = new ArrayPool();
        for (ElementType type : ElementType.values()) {
            Object array = array(type, 5000);
            debugging.giveBack(array);

            assertThat(array).isNotEqualTo(array(type, 5000));
            assertThat(debugging.take(type, 5000)).isNull();
        }
        double[] small = {1, 2};
        debugging.giveBack(small);
        assertThat(small).containsOnly(Double.NaN);
    }

    @Test
    void namesTheSettingThatItDoesNotKnow() {
        System.setProperty(ArrayPool.SETTING, "keep");

        assertThatThrownBy(ArrayPool::new)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("activeobjects.borrowed=keep")
                .hasMessageContaining("reuse and overwrite");
    }
}
