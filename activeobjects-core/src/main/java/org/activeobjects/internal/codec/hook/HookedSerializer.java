package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.Contents;
import org.activeobjects.internal.codec.wire.Graph;
import org.activeobjects.internal.codec.wire.WireInput;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectOutputStream;

/**
 * Users' classes that write and read something by themselves, level by level of their hierarchy.
 *
 * <p>What hooks write is framed, so that what they do not read is passed over. What refers to an
 * object from within it gets it as it is before its {@code readResolve}, as in Java; that makes a
 * difference only if another object is returned there.
 */
public final class HookedSerializer extends Serializer<Object> {

    private final ClassShape shape;
    private final HookMethods hooks;

    /**
     * For one class.
     *
     * @param type a class for which {@link HookMethods#isHooked} is true
     */
    public HookedSerializer(Class<?> type) {
        this.shape = ClassShape.of(type);
        this.hooks = HookMethods.of(type);
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        if (hooks.isExternal()) {
            hooks.checkExternal();
        } else {
            shape.check();
            Contents.writeOrder(kryo, output, shape, object);
        }
        writeLevels(new WireEnds.Sink(kryo, output), object);
        if (!hooks.isExternal()) {
            Contents.write(kryo, output, shape, object);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        WireInput in = (WireInput) input;
        int self = Graph.of(kryo).self();
        Object order = hooks.isExternal() ? null : Contents.readOrder(kryo, in, shape);
        Object object = newInstance(order);
        kryo.reference(object);
        readLevels(new WireEnds.Source(kryo, in, () -> newInstance(order)), object);
        if (!hooks.isExternal()) {
            Contents.read(kryo, in, shape, object, self);
        }
        Object resolved = hooks.resolve(object);
        Graph.of(kryo).resolved(self, object, resolved);
        return resolved;
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        int self = Graph.of(kryo).self();
        Object order = hooks.isExternal() ? null : Contents.copyOrder(kryo, shape, original);
        Object copy = newInstance(order);
        kryo.reference(copy);
        Recording recording = new Recording();
        writeLevels(recording, original);
        readLevels(recording.replay(kryo, () -> newInstance(order)), copy);
        if (!hooks.isExternal()) {
            Contents.copy(kryo, shape, original, copy, self);
        }
        return hooks.resolve(copy);
    }

    private Object newInstance(Object order) {
        return hooks.isExternal() ? hooks.newExternal() : shape.newInstance(order);
    }

    private void writeLevels(HookSink sink, Object object) {
        try {
            if (object instanceof Externalizable external) {
                sink.begin();
                external.writeExternal(stream(sink, null, null));
                sink.end();
                return;
            }
            for (HookMethods.Level level : hooks.levels()) {
                if (level.isPlain()) {
                    sink.plain(object, level);
                    continue;
                }
                sink.begin();
                if (level.writeObject() == null) {
                    sink.fields(object, level);
                } else {
                    hooks.call(level.writeObject(), object, stream(sink, object, level));
                }
                sink.end();
            }
        } catch (Throwable e) {
            throw hooks.thrownBy("its writeExternal", e);
        }
    }

    private void readLevels(HookSource source, Object object) {
        String reader = "its readExternal";
        try {
            if (object instanceof Externalizable external) {
                source.begin();
                external.readExternal(stream(source, null, null));
                source.end(null);
                return;
            }
            for (HookMethods.Level level : hooks.levels()) {
                if (level.isPlain()) {
                    source.plain(object, level);
                    continue;
                }
                source.begin();
                if (level.readObject() == null) {
                    reader = "it has writeObject and no readObject, and what reads its fields";
                    source.fields(object, level);
                } else {
                    HookInput stream = stream(source, object, level);
                    hooks.call(level.readObject(), object, stream);
                    reader = "a check that it registered";
                    stream.validate();
                }
                source.end(level);
            }
        } catch (Throwable e) {
            throw hooks.thrownBy(reader, e);
        }
    }

    private static ObjectOutputStream stream(HookSink sink, Object owner, HookMethods.Level level)
            throws IOException {
        return new HookOutput(sink, owner, level);
    }

    private static HookInput stream(HookSource source, Object owner, HookMethods.Level level)
            throws IOException {
        return new HookInput(source, owner, level);
    }
}
