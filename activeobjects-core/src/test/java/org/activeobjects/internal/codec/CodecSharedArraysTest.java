package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Slice;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Which arrays of a message its values refer to once: only those may be used for another. */
class CodecSharedArraysTest {

    private final Codec codec = CodecTesting.codecFor();
    private final double[] one = new double[100];
    private final double[] other = new double[100];
    private Object[] arrays;

    private Object[] decoded(EncodedMessage message) {
        arrays = message.attachments().stream().map(Slice::array).toArray();
        return codec.decode(message.head(), 0, message.headLength(), arrays);
    }

    @Test
    void leavesArraysThatAreReferredToOnce() {
        Object[] values = decoded(CodecTesting.encode(codec, one, 5, List.of(other)));

        assertThat(values[0]).isSameAs(one);
        assertThat(arrays).hasSize(2);
        assertThat(arrays[0]).isSameAs(one);
        assertThat(arrays[1]).isSameAs(other);
    }

    @Test
    void takesOutWhatTwoArgumentsShare() {
        Object[] values = decoded(CodecTesting.encode(codec, one, other, one));

        assertThat(values[2]).isSameAs(values[0]).isSameAs(one);
        assertThat(arrays[0]).isNull();
        assertThat(arrays[1]).isSameAs(other);
    }

    @Test
    void takesOutWhatAGraphRefersToAsWell() {
        Object[] values = decoded(CodecTesting.encode(codec, one, List.of(other, List.of(one))));

        assertThat(values[0]).isSameAs(one);
        assertThat(arrays[0]).isNull();
        assertThat(arrays[1]).isSameAs(other);
    }

    @Test
    void takesOutWhatAPeerNamesTwiceThatIsNoneOfOurs() {
        EncodedMessage message = CodecTesting.encode(codec, other, one);
        int last = message.headLength() - 1;
        assertThat(message.head()[last]).as("the second array, counted from 1").isEqualTo((byte) 2);
        message.head()[last] = 1;

        Object[] values = decoded(message);

        assertThat(values[0]).isSameAs(values[1]).isSameAs(other);
        assertThat(arrays[0]).isNull();
    }
}
