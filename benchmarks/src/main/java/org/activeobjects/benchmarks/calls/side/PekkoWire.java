package org.activeobjects.benchmarks.calls.side;

import org.activeobjects.benchmarks.calls.side.PekkoMessages.Answer;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Echo;
import org.activeobjects.benchmarks.calls.side.PekkoMessages.Take;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the messages by hand, straight into Artery's buffers: the quickest that Pekko offers. */
public final class PekkoWire extends SerializerWithStringManifest implements ByteBufferSerializer {

    private static final int ID = 7701;
    private static final int HEAD = 1024;

    private final ActorRefResolver references;

    /**
     * For one system.
     *
     * @param system given by Pekko
     */
    public PekkoWire(ExtendedActorSystem system) {
        references = ActorRefResolver.get(Adapter.toTyped(system));
    }

    @Override
    public int identifier() {
        return ID;
    }

    @Override
    public String manifest(Object message) {
        return switch (message) {
            case Echo _ -> "e";
            case Take _ -> "t";
            case Answer _ -> "a";
            default -> throw new IllegalArgumentException("no such message: " + message);
        };
    }

    @Override
    public void toBinary(Object message, ByteBuffer out) {
        switch (message) {
            case Echo(int number, ActorRef<Answer> replyTo) -> {
                out.putInt(number);
                write(replyTo, out);
            }
            case Take(double[] array, ActorRef<Answer> replyTo) -> {
                out.putInt(array.length);
                out.asDoubleBuffer().put(array);
                out.position(out.position() + array.length * Double.BYTES);
                write(replyTo, out);
            }
            case Answer(long number) -> out.putLong(number);
            default -> throw new IllegalArgumentException("no such message: " + message);
        }
    }

    @Override
    public byte[] toBinary(Object message) {
        int array = message instanceof Take take ? take.array().length * Double.BYTES : 0;
        ByteBuffer out = ByteBuffer.allocate(HEAD + array);
        toBinary(message, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    @Override
    public Object fromBinary(ByteBuffer in, String manifest) {
        return switch (manifest) {
            case "e" -> new Echo(in.getInt(), reference(in));
            case "t" -> {
                double[] array = new double[in.getInt()];
                in.asDoubleBuffer().get(array);
                in.position(in.position() + array.length * Double.BYTES);
                yield new Take(array, reference(in));
            }
            case "a" -> new Answer(in.getLong());
            default -> throw new IllegalArgumentException("no such message: " + manifest);
        };
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }

    private void write(ActorRef<Answer> reference, ByteBuffer out) {
        byte[] text =
                references.toSerializationFormat(reference).getBytes(StandardCharsets.US_ASCII);
        out.putInt(text.length).put(text);
    }

    private ActorRef<Answer> reference(ByteBuffer in) {
        byte[] text = new byte[in.getInt()];
        in.get(text);
        return references.resolveActorRef(new String(text, StandardCharsets.US_ASCII));
    }
}
