package org.activeobjects.internal.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.IdentityObjectIntMap;
import com.esotericsoftware.kryo.util.IntMap;

import org.activeobjects.active.StubObject;
import org.activeobjects.internal.codec.custom.CustomSerializers;
import org.activeobjects.internal.codec.hook.HookMethods;
import org.activeobjects.internal.codec.hook.HookedSerializer;
import org.activeobjects.internal.codec.hook.ResolvedSerializer;
import org.activeobjects.internal.codec.jdk.JdkTypes;
import org.activeobjects.internal.codec.type.ClassShape;
import org.activeobjects.internal.codec.type.EnumSerializer;
import org.activeobjects.internal.codec.type.ObjectArraySerializer;
import org.activeobjects.internal.codec.type.ObjectSerializer;
import org.activeobjects.internal.codec.type.RecordSerializer;
import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.future.Futures;
import org.activeobjects.node.Node;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * How classes are told on the wire: those of the JDK by number; others by the number that the
 * receiver is known to know ({@link PeerClasses}), else by that number, name and the text of their
 * shape, once per message, then by a small number. A class is seen by the filter before its name is
 * written, and before anything is made of it that was read.
 */
final class ClassIds extends DefaultClassResolver {

    /** Numbers of what has no class of its own on the wire. */
    static final int REFERENCE = 16;

    static final int THROWABLE = 17;
    static final int CLASS = 18;
    static final int REPLACED = 19;
    static final int LAMBDA = 15;

    /** Bytes of the text of a shape that goes with a name; of a longer one only the hash does. */
    private static final int LONGEST_SHAPE = 4096;

    static final String NO_FORM = "the codec has no form for this type of the JDK";
    static final String NO_FORM_REMEDY =
            "mark the field transient, send a value in its place, or write an ObjectSerializer for"
                    + " it";

    private final ClassFilter filter;
    private final CustomSerializers custom;
    private final ClassNumbers numbers;
    private KnownClasses receivers;
    private PeerClasses sender;
    private boolean complete;

    ClassIds(ClassFilter filter, CustomSerializers custom, ClassNumbers numbers) {
        this.filter = filter;
        this.custom = custom;
        this.numbers = numbers;
    }

    /** What the receivers of the next message know; null if it is to be read without its sender. */
    void sendTo(KnownClasses all) {
        receivers = all;
    }

    /** Who has sent the next message; null if it refers to no other. */
    void receiveFrom(PeerClasses peer) {
        sender = peer;
    }

    @Override
    public void reset() {
        super.reset();
        receivers = null;
        sender = null;
    }

    @Override
    public Registration getRegistration(@SuppressWarnings("rawtypes") Class type) {
        Registration known = super.getRegistration(type);
        return known != null || !complete ? known : registerImplicit(type);
    }

    /** All types with a number are registered: from now on every other class gets its form here. */
    void complete() {
        complete = true;
    }

    /** Kryo's own rules for unknown classes do not apply. */
    @Override
    public Registration registerImplicit(@SuppressWarnings("rawtypes") Class type) {
        try {
            Registration derived = derive(type);
            classToRegistration.put(type, derived);
            return derived;
        } catch (LinkageError e) {
            throw CodecFault.unusable(type.getTypeName(), e);
        }
    }

    private Registration derive(Class<?> type) {
        if (StubObject.class.isAssignableFrom(type)
                || Node.class.isAssignableFrom(type)
                || type == Futures.Completable.class) {
            return as(type, REFERENCE);
        } else if (Throwable.class.isAssignableFrom(type)) {
            return as(type, THROWABLE);
        }
        Class<?> customType = custom.typeFor(type);
        if (customType != null) {
            return named(customType, custom.serializerOf(customType));
        } else if (HookMethods.of(type).isReplaced()) {
            return as(type, REPLACED);
        } else if (type.isArray()) {
            return named(type, new ObjectArraySerializer(type));
        } else if (Enum.class.isAssignableFrom(type) && !type.isEnum()) {
            // A constant with a body has a class of its own.
            return getRegistration(type.getSuperclass());
        } else if (type.isEnum()) {
            return named(type, new EnumSerializer(type));
        } else if (ClassShape.isPlatform(type)) {
            return platform(type);
        } else if (type.isHidden() || type.isSynthetic()) {
            return named(type, madeAtRunTime(type));
        } else if (Proxy.isProxyClass(type)) {
            return named(type, new Refusal("it is a proxy", "send what it stands for"));
        }
        return named(type, plain(type));
    }

    private static Refusal madeAtRunTime(Class<?> type) {
        if (isLambda(type)) {
            return new Refusal(
                    "it is a lambda or a method reference that is not serializable",
                    "have the functional interface extend Serializable, cast it, as in"
                            + " (Function<A, B> & Serializable) A::b, or use a class");
        }
        return type.isHidden()
                ? new Refusal(ClassFilter.HIDDEN, ClassFilter.HIDDEN_REMEDY)
                : new Refusal(
                        "its class is synthetic, made by a compiler or at run time",
                        "send an object of a class that your source declares");
    }

    private static boolean isLambda(Class<?> type) {
        return type.isHidden() && type.isSynthetic() && type.getName().contains("$$Lambda/");
    }

    /** The serializer of a user's class for an instance in whose place nothing else is written. */
    static Serializer<Object> plain(Class<?> type) {
        boolean hooked = HookMethods.of(type).isHooked();
        if (type.isRecord()) {
            Serializer<Object> record = new RecordSerializer(type);
            return hooked ? new ResolvedSerializer(type, record) : record;
        }
        return hooked ? new HookedSerializer(type) : new ObjectSerializer(type);
    }

    /** The same for a class that was named by a peer, or is about to be named to one. */
    Serializer<Object> plainOf(Class<?> type) {
        filter.check(type);
        if (!HookMethods.of(type).isReplaced()) {
            throw new CodecFault(type.getTypeName(), "it has no writeReplace", null);
        }
        return plain(type);
    }

    /** The shape of a class whose instances are written field by field; null of any other. */
    ClassShape plainShapeOf(Class<?> type) {
        try {
            boolean isPlain = getRegistration(type).getSerializer() instanceof ObjectSerializer;
            return isPlain ? ClassShape.of(type) : null;
        } catch (RuntimeException | LinkageError e) {
            return null; // whoever is to write or read one says why
        }
    }

    private Registration platform(Class<?> type) {
        Class<?> representative = JdkTypes.representativeOf(type);
        if (representative != null) {
            return as(type, JdkTypes.idOf(representative));
        }
        if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            return as(type, REFERENCE);
        }
        if (isLambda(type)) {
            return named(
                    type,
                    new Refusal(
                            "it is a lambda of the JDK that the codec does not know",
                            "use a class of your own, or a lambda of your own whose type is"
                                    + " Serializable"));
        }
        return named(type, new Refusal(NO_FORM, NO_FORM_REMEDY));
    }

    /** The class is written under the number of another one, with its serializer. */
    private Registration as(Class<?> type, int id) {
        return new Registration(type, getRegistration(id).getSerializer(), id);
    }

    private static Registration named(Class<?> type, Serializer<?> serializer) {
        return new Named(type, serializer);
    }

    @Override
    @SuppressWarnings("rawtypes")
    protected void writeName(Output output, Class actual, Registration registration) {
        Named named = (Named) registration;
        // A constant with a body of its own is written as one of its enum.
        Class<?> type = named.getType();
        output.writeVarInt(NAME + 2, true);
        if (named.number >= 0 && receivers != null && receivers.know(named.number)) {
            output.writeVarInt(nextNameId + 1 + named.number, true);
            return;
        }
        int known = classToNameId == null ? -1 : classToNameId.get(type, -1);
        if (known != -1) {
            output.writeVarInt(known, true);
            return;
        }
        if (named.getSerializer() instanceof Refusal refusal) {
            throw refusal.of(type);
        }
        try {
            filter.check(type);
        } catch (LinkageError e) {
            throw CodecFault.unusable(type.getTypeName(), e);
        }
        if (receivers != null && named.number == ClassNumbers.NONE) {
            named.number = numbers.of(type);
        }
        int id = nextNameId++;
        if (classToNameId == null) {
            classToNameId = new IdentityObjectIntMap<>();
        }
        classToNameId.put(type, id);
        output.writeVarInt(id, true);
        output.writeVarInt(receivers == null ? 0 : named.number + 1, true);
        output.writeString(type.getName());
        String shape = shapeOf(type);
        output.writeInt(shape.hashCode());
        byte[] told = shape.getBytes(StandardCharsets.UTF_8);
        int length = told.length <= LONGEST_SHAPE ? told.length : 0;
        output.writeVarInt(length, true);
        output.writeBytes(told, 0, length);
    }

    @Override
    protected Registration readName(Input input) {
        int id = input.readVarInt(true);
        if (nameIdToClass == null) {
            nameIdToClass = new IntMap<>();
        }
        int count = nameIdToClass.size;
        if (id == count) {
            return readDefinition(input);
        }
        boolean isOfMessage = id >= 0 && id < count;
        return registrationOf(isOfMessage ? nameIdToClass.get(id) : byNumber(id - count - 1));
    }

    private Class<?> byNumber(int number) {
        PeerClasses.Learned known = sender == null ? null : sender.learned(number);
        if (known == null) {
            throw new CodecFault(
                    null,
                    "class is told by a number that its sender has not explained: number=" + number,
                    null);
        }
        Class<?> type = known.type();
        if (known.isOfThisThread()) {
            return type;
        }
        String shape = shapeOf(type);
        return load(type.getName(), shape.hashCode(), shape);
    }

    private Class<?> load(String name, int hash, String shape) {
        Class<?> type;
        try {
            type = filter.load(name);
        } catch (LinkageError e) { // of what is in it
            throw CodecFault.unusable(name, e);
        }
        String ours = shapeOf(type);
        if (hash != ours.hashCode()) {
            throw new CodecFault(
                    type.getTypeName(),
                    "class differs between the two JVMs" + ClassShape.difference(shape, ours),
                    "run both with the same version of it, and of its serializer if it has one");
        }
        return type;
    }

    private Registration readDefinition(Input input) {
        int number = input.readVarInt(true) - 1;
        if (number != ClassNumbers.NONE && !PeerClasses.isNumber(number)) {
            throw new CodecFault(
                    null,
                    "no number of a class: number=" + number + " limit=" + PeerClasses.LIMIT,
                    null);
        }
        String name = input.readString();
        if (name == null) {
            throw new CodecFault(null, "name of a class is missing", null);
        }
        int hash = input.readInt();
        int length = input.readVarInt(true);
        if (length > LONGEST_SHAPE) {
            throw new CodecFault(name, "text of its shape is too long: bytes=" + length, null);
        }
        String shape = new String(input.readBytes(length), StandardCharsets.UTF_8);
        Class<?> type = load(name, hash, shape);
        Registration registration = registrationOf(type);
        nameIdToClass.put(nameIdToClass.size, type);
        if (sender != null && number != ClassNumbers.NONE) {
            sender.learn(number, type);
        }
        return registration;
    }

    private Registration registrationOf(Class<?> type) {
        Registration registration = getRegistration(type);
        if (registration.getId() != NAME) {
            throw new CodecFault(type.getTypeName(), "class does not travel by name", null);
        }
        return registration;
    }

    /** What tells versions of a class apart; an array is as its elements are. */
    private String shapeOf(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (custom.types().contains(element)) {
            return CustomSerializers.SHAPE;
        }
        return ClassShape.isPlatform(element) ? "" : ClassShape.of(element).text();
    }

    /** A class without a number of the codec's own. */
    private static final class Named extends Registration {

        /** Its number with this runtime, once it has been sent. */
        private int number = ClassNumbers.NONE;

        Named(Class<?> type, Serializer<?> serializer) {
            super(type, serializer, NAME);
        }
    }

    /** Stands for a class that cannot be sent; says so when it is met. */
    private static final class Refusal extends Serializer<Object> {

        private final String problem;
        private final String remedy;

        Refusal(String problem, String remedy) {
            this.problem = problem;
            this.remedy = remedy;
        }

        CodecFault of(Class<?> type) {
            return new CodecFault(type.getTypeName(), problem, remedy);
        }

        @Override
        public void write(Kryo kryo, Output output, Object object) {
            throw of(object.getClass());
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            throw of(type);
        }

        @Override
        public Object copy(Kryo kryo, Object original) {
            throw of(original.getClass());
        }
    }
}
