package org.activeobjects.internal.codec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts travel in the form that Kryo gives them, however they are written, the first time. */
class WireTextTest {

    private static final Limits LIMITS = new Limits(100, 1 << 16, 1 << 16, 1 << 16, 1 << 20, 100);
    private static final int ROOM = 8;

    @ParameterizedTest
    @CsvSource({
        "0, -1",
        "1, -1",
        "31, 30",
        "32, 31",
        "33, -1",
        "33, 0",
        "33, 32",
        "1023, -1",
        "1024, -1",
        "1024, 1023",
        "1025, 1024",
        "1025, 0",
        "5000, -1",
        "5000, 2500",
        "5000, 4999"
    })
    void lengthsAroundThoseThatAreTreatedDifferently(int length, int other) {
        for (char odd :
                new char[] {
                    '\0', '?', '\u007F', '\u0080', '\u07FF', '\u0800', '\uD800', '\uDC00', '\uFFFD',
                    '\uFFFF'
                }) {
            StringBuilder text = new StringBuilder("a".repeat(length));
            if (other >= 0) {
                text.setCharAt(other, odd);
            }
            check(text.toString());
        }
    }

    @Property(tries = 300)
    void anyText(@ForAll("texts") String text) {
        check(text);
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Character> mostlyAscii =
                Arbitraries.frequencyOf(
                        Tuple.of(200, Arbitraries.chars().ascii()),
                        Tuple.of(1, Arbitraries.chars().all()));
        return mostlyAscii
                .list()
                .ofMaxSize(3000)
                .map(
                        chars -> {
                            StringBuilder text = new StringBuilder();
                            chars.forEach(text::append);
                            return text.toString();
                        });
    }

    private static void check(String text) {
        Output kryo = new Output(ROOM, -1);
        kryo.writeString(text);
        kryo.writeInt(1);
        WireOutput output = new WireOutput(LIMITS);
        output.open(new byte[ROOM], 0, null, null);
        output.writeString(text);
        output.writeInt(1);
        byte[] bytes = output.toBytes();
        assertThat(bytes).isEqualTo(kryo.toBytes());

        WireInput input = new WireInput(LIMITS);
        input.open(bytes, 0, bytes.length, new Object[0], 0);
        assertThat(input.readString()).isEqualTo(text).isEqualTo(new Input(bytes).readString());
        assertThat(input.readInt()).isOne();
    }
}
