package org.activeobjects.internal.codec;

import org.activeobjects.transport.Slice;

import java.util.Arrays;
import java.util.List;

/** What the tests of the codec share: a codec without references, and whole round trips. */
final class CodecTesting {

    static final ReferenceResolver NO_REFERENCES =
            new ReferenceResolver() {
                @Override
                public Object toWire(Object stubOrFuture, List<Object> travellers) {
                    return null;
                }

                @Override
                public Object fromWire(Object wire, Object[] attachments) {
                    throw new IllegalArgumentException("no reference: " + wire);
                }

                @Override
                public Object toLocal(Object stubOrFuture) {
                    return null;
                }
            };

    private CodecTesting() {}

    static Codec codecFor(Class<?>... admitted) {
        ClassFilter filter = new ClassFilter(List.of());
        filter.admit(admitted);
        return new Codec(filter, NO_REFERENCES);
    }

    static EncodedMessage encode(Codec codec, Object... values) {
        EncodedMessage message = new EncodedMessage();
        codec.encode(message, values, "Test.call");
        return message;
    }

    static Object[] decode(Codec codec, EncodedMessage message) {
        Object[] arrays = message.attachments().stream().map(Slice::array).toArray();
        return codec.decode(message.head(), 0, message.headLength(), arrays);
    }

    static Object roundTrip(Codec codec, Object value) {
        return decode(codec, encode(codec, value))[0];
    }

    /** A stack as it is printed: the JVM leaves out its own loaders and the version of the JDK. */
    static String linesOf(Throwable thrown) {
        return Arrays.toString(thrown.getStackTrace());
    }
}
