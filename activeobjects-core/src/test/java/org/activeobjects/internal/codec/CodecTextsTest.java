package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/** A longer text that several refer to travels once. */
@Timeout(60)
@SuppressWarnings("StringOperationCanBeSimplified") // it is the identity of texts that is tried
class CodecTextsTest {

    private static final int LONG = 100_000;

    private final Codec codec = CodecTesting.codecFor(Named.class, Silent.class, Spelled.class);

    static class Named {
        String name;
        Object other;
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ä", "\u20ac"})
    void aLongTextIsWrittenOnceHoweverOftenItIsReferredTo(String letter) {
        String text = letter.repeat(LONG);
        Named named = new Named();
        named.name = text;
        named.other = text;
        List<Object> all = new ArrayList<>(Collections.nCopies(2000, text));
        all.add(named);
        all.add(new String(text));

        EncodedMessage message = CodecTesting.encode(codec, text, all);
        Object[] values = CodecTesting.decode(codec, message);

        assertThat(message.headLength()).isLessThan(2 * 3 * LONG + 20_000);
        assertThat(values[0]).isEqualTo(text);
        List<?> copies = (List<?>) values[1];
        for (Object copy : copies.subList(0, 2000)) {
            assertThat(copy).isSameAs(values[0]);
        }
        assertThat(((Named) copies.get(2000)).name).isSameAs(values[0]);
        assertThat(((Named) copies.get(2000)).other).isSameAs(values[0]);
        assertThat((Object) copies.get(2001)).isEqualTo(text).isNotSameAs(values[0]);
    }

    @Test
    void textsOfEveryLengthArriveBehindEachOther() {
        List<String> texts = new ArrayList<>();
        for (int length = 0; length < 200; length++) {
            String text = "é".repeat(length / 3) + "y".repeat(length - length / 3);
            texts.addAll(List.of(text, text, new String(text)));
        }

        assertThat(CodecTesting.roundTrip(codec, texts)).isEqualTo(texts);
        // The same codec forgets one message before the next.
        assertThat(CodecTesting.roundTrip(codec, texts)).isEqualTo(texts);
    }

    /** Writes more than it reads. */
    static class Silent implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        private final transient String text;

        Silent(String text) {
            this.text = text;
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(text);
            out.writeUTF(text);
        }

        @Serial
        private void readObject(ObjectInputStream in) {}
    }

    /** Reads what it writes. */
    static class Spelled implements Serializable {
        @Serial private static final long serialVersionUID = 1;
        private transient String text;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(text);
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException {
            text = in.readUTF();
        }
    }

    @Test
    void aTextThatAHookHasNotReadIsThereForOthers() {
        String text = "ab".repeat(LONG);
        Spelled spelled = new Spelled();
        spelled.text = text;
        List<Object> values = List.of(new Silent(text), text, spelled, text);

        List<?> copy = (List<?>) CodecTesting.roundTrip(codec, values);

        assertThat((Object) copy.get(1)).isEqualTo(text);
        assertThat((Object) copy.get(3)).isSameAs(copy.get(1));
        assertThat(((Spelled) copy.get(2)).text).isSameAs(copy.get(1));
    }

    @Test
    void noPlaceWithoutATextIsBelieved() {
        String text = "z".repeat(64);
        EncodedMessage message = CodecTesting.encode(codec, text, text);
        int last = message.headLength() - 1;
        for (int place = 0; place < 128; place++) {
            byte[] bytes = Arrays.copyOf(message.head(), message.headLength());
            boolean isRight = place == bytes[last];
            bytes[last] = (byte) place;
            if (isRight) {
                assertThat(codec.decode(bytes, 0, last + 1, new Object[0])[1]).isEqualTo(text);
            } else {
                assertThatThrownBy(() -> codec.decode(bytes, 0, last + 1, new Object[0]))
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    @Test
    void textsThatKeysShareArePaidForEachTime() {
        String text = "k".repeat(20_000);
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            keys.add(new ArrayList<>(List.of(text, i)));
        }
        EncodedMessage message = CodecTesting.encode(codec, keys);
        assertThat(CodecTesting.decode(codec, message)).containsExactly(keys);

        message.head()[1] = (byte) (JdkTypes.idOf(HashSet.class) + 2); // in the place of the list
        assertThatThrownBy(() -> CodecTesting.decode(codec, message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("take too long to hash and compare");
    }
}
