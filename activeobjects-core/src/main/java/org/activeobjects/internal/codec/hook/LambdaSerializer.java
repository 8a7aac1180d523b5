package org.activeobjects.internal.codec.hook;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.wire.CodecFault;
import org.activeobjects.internal.codec.wire.Roots;
import org.activeobjects.internal.codec.wire.WireInput;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Function;

/**
 * Lambdas of a functional interface that is {@code Serializable}: the class that wrote the lambda,
 * which of its lambdas it is, and what it has captured. The class itself makes the lambda again,
 * and makes none but its own.
 *
 * <p><b>Source:</b> {@link SerializedLambda}.
 */
public final class LambdaSerializer extends Serializer<Object> {

    private static final int MAX_CAPTURED = 255;

    private final Function<String, Class<?>> classes;
    private final Function<String, Class<?>> any;

    /**
     * With the classes that may be named.
     *
     * @param classes finds the class that has written a lambda, or refuses it
     * @param any finds a class by name for a copy within the JVM, which may be of any class
     */
    public LambdaSerializer(Function<String, Class<?>> classes, Function<String, Class<?>> any) {
        this.classes = classes;
        this.any = any;
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        SerializedLambda lambda = (SerializedLambda) object;
        var _ = classes.apply(lambda.getCapturingClass().replace('/', '.'));
        output.writeString(lambda.getCapturingClass());
        output.writeString(lambda.getFunctionalInterfaceClass());
        output.writeString(lambda.getFunctionalInterfaceMethodName());
        output.writeString(lambda.getFunctionalInterfaceMethodSignature());
        output.writeVarInt(lambda.getImplMethodKind(), true);
        output.writeString(lambda.getImplClass());
        output.writeString(lambda.getImplMethodName());
        output.writeString(lambda.getImplMethodSignature());
        output.writeString(lambda.getInstantiatedMethodType());
        output.writeVarInt(lambda.getCapturedArgCount(), true);
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            try {
                kryo.writeClassAndObject(output, lambda.getCapturedArg(i));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, step(lambda, i));
            }
        }
    }

    /** With the class: that the object is captured which a lambda is written in shows nowhere. */
    private static String step(SerializedLambda lambda, int i) {
        Object captured = lambda.getCapturedArg(i);
        return step(i) + Roots.classOf(captured == null ? null : captured.getClass());
    }

    private static String step(int i) {
        return ".captured[" + i + "]";
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> wanted) {
        WireInput in = (WireInput) input;
        String capturing = in.readText();
        Class<?> owner = classes.apply(capturing.replace('/', '.'));
        String face = in.readText();
        String faceMethod = in.readText();
        String faceSignature = in.readText();
        int kind = in.readVarInt(true);
        String body = in.readText();
        String bodyMethod = in.readText();
        String bodySignature = in.readText();
        String instantiated = in.readText();
        int count = in.readCount(1);
        if (count > MAX_CAPTURED) {
            throw new CodecFault(capturing, "a lambda captures too much: values=" + count, null);
        }
        Object[] captured = new Object[count];
        for (int i = 0; i < count; i++) {
            try {
                captured[i] = kryo.readClassAndObject(in);
            } catch (RuntimeException e) {
                throw CodecFault.at(e, step(i));
            }
        }
        return make(
                owner,
                new SerializedLambda(
                        owner,
                        face,
                        faceMethod,
                        faceSignature,
                        kind,
                        body,
                        bodyMethod,
                        bodySignature,
                        instantiated,
                        captured));
    }

    @Override
    public Object copy(Kryo kryo, Object object) {
        SerializedLambda lambda = (SerializedLambda) object;
        Class<?> owner = any.apply(lambda.getCapturingClass().replace('/', '.'));
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            try {
                captured[i] = kryo.copy(lambda.getCapturedArg(i));
            } catch (RuntimeException e) {
                throw CodecFault.at(e, step(lambda, i));
            }
        }
        return make(
                owner,
                new SerializedLambda(
                        owner,
                        lambda.getFunctionalInterfaceClass(),
                        lambda.getFunctionalInterfaceMethodName(),
                        lambda.getFunctionalInterfaceMethodSignature(),
                        lambda.getImplMethodKind(),
                        lambda.getImplClass(),
                        lambda.getImplMethodName(),
                        lambda.getImplMethodSignature(),
                        lambda.getInstantiatedMethodType(),
                        captured));
    }

    /** Every class with such lambdas has this method, which the compiler has written. */
    private static Object make(Class<?> owner, SerializedLambda lambda) {
        try {
            Method maker = owner.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            maker.setAccessible(true);
            return maker.invoke(null, lambda);
        } catch (NoSuchMethodException e) {
            throw new CodecFault(owner.getTypeName(), "it has no serializable lambda", null, e);
        } catch (InvocationTargetException e) {
            throw new CodecFault(
                    owner.getTypeName(),
                    "it does not know the lambda: method=" + lambda.getImplMethodName(),
                    "run both JVMs with the same version of the class",
                    e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("the method was made accessible", e);
        }
    }
}
