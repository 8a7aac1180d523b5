package org.activeobjects.internal.codec;

/** The two ways of a value to another active object, which are to give the same. */
enum Way {
    WIRE {
        @Override
        Object carry(Codec codec, Object value) {
            return CodecTesting.roundTrip(codec, value);
        }
    },
    COPY {
        @Override
        Object carry(Codec codec, Object value) {
            return codec.copy(value, "Test.call");
        }
    };

    abstract Object carry(Codec codec, Object value);

    @SuppressWarnings("unchecked")
    <T> T through(Codec codec, T value) {
        return (T) carry(codec, value);
    }
}
