package org.activeobjects.internal.stub.packed;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Makes the classes of packed arguments: one field per parameter, and the call of the method.
 *
 * <p>One-way calls with primitive arguments are packed: for them boxes would be most of what is
 * allocated. What they pass cannot change, so that it is never copied.
 *
 * <p>Public only because the stubs, in the packages of users, name it.
 */
public final class PackedCalls {

    private static final String FIELD = "argument";
    private static final ClassDesc CD_PACKED = desc(PackedArguments.class);
    private static final ClassDesc CD_OBJECTS = CD_Object.arrayType();

    private static final List<Class<?>> UNCHANGING =
            List.of(
                    String.class,
                    Boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    private final ClassDesc self;
    private final ClassDesc type;
    private final StubMethod method;
    private final MethodTypeDesc signature;

    private PackedCalls(ClassDesc self, StubMethod method, MethodType signature) {
        this.self = self;
        this.type = desc(method.tableClass());
        this.method = method;
        this.signature = signature.describeConstable().orElseThrow();
    }

    /**
     * Whether calls of a method are packed.
     *
     * @param method the method
     * @param kind what the table says of it
     * @return true if it is one-way and public, one parameter at least is primitive, and no
     *     argument can change
     */
    public static boolean canPack(Method method, StubMethod kind) {
        boolean anyPrimitive = false;
        for (Class<?> parameter : method.getParameterTypes()) {
            if (!parameter.isPrimitive() && !UNCHANGING.contains(parameter)) {
                return false;
            }
            anyPrimitive |= parameter.isPrimitive();
        }
        return anyPrimitive
                && kind.kind() == CallKind.ONE_WAY
                && !kind.isSpecial()
                && Modifier.isPublic(method.getModifiers());
    }

    /**
     * Makes what packs the arguments of a method; the bootstrap method of a constant of its stub.
     *
     * @param stub lookup of the stub class
     * @param name not used
     * @param kind class of the constant
     * @param method the method
     * @param signature its parameters and result
     * @return takes the arguments, gives a {@link PackedArguments}
     * @throws ReflectiveOperationException never, as the stub could be made
     */
    public static MethodHandle packer(
            MethodHandles.Lookup stub,
            String name,
            Class<?> kind,
            StubMethod method,
            MethodType signature)
            throws ReflectiveOperationException {
        ClassDesc self =
                ClassDesc.of(
                        stub.lookupClass().getPackageName(),
                        method.tableClass().getSimpleName() + "$Packed");
        byte[] bytes = ClassFile.of().build(self, new PackedCalls(self, method, signature)::write);
        MethodHandles.Lookup made = stub.defineHiddenClass(bytes, true);
        return made.findConstructor(made.lookupClass(), signature.changeReturnType(void.class))
                .asType(signature.changeReturnType(PackedArguments.class));
    }

    private void write(ClassBuilder made) {
        made.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC).withSuperclass(CD_PACKED);
        for (int i = 0; i < signature.parameterCount(); i++) {
            made.withField(
                    FIELD + i,
                    signature.parameterType(i),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
        }
        made.withMethodBody(
                INIT_NAME,
                signature.changeReturnType(CD_void),
                ClassFile.ACC_PUBLIC,
                this::writeConstructor);
        made.withMethodBody(
                "toArray", MethodTypeDesc.of(CD_OBJECTS), ClassFile.ACC_PUBLIC, this::writeToArray);
        made.withMethodBody(
                "invoke",
                MethodTypeDesc.of(CD_Object, CD_Object),
                ClassFile.ACC_PUBLIC,
                this::writeInvoke);
    }

    private void writeConstructor(CodeBuilder code) {
        code.aload(0).invokespecial(CD_PACKED, INIT_NAME, MTD_void);
        for (int i = 0; i < signature.parameterCount(); i++) {
            ClassDesc parameter = signature.parameterType(i);
            code.aload(0)
                    .loadLocal(TypeKind.from(parameter), code.parameterSlot(i))
                    .putfield(self, FIELD + i, parameter);
        }
        code.return_();
    }

    private void writeToArray(CodeBuilder code) {
        code.loadConstant(signature.parameterCount()).anewarray(CD_Object);
        for (int i = 0; i < signature.parameterCount(); i++) {
            ClassDesc parameter = signature.parameterType(i);
            code.dup().loadConstant(i).aload(0).getfield(self, FIELD + i, parameter);
            if (parameter.isPrimitive()) {
                ClassDesc box = desc(wrapperOf(method.parameterTypes()[i]));
                code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, parameter));
            }
            code.aastore();
        }
        code.areturn();
    }

    private void writeInvoke(CodeBuilder code) {
        code.aload(1).checkcast(type);
        for (int i = 0; i < signature.parameterCount(); i++) {
            code.aload(0).getfield(self, FIELD + i, signature.parameterType(i));
        }
        if (method.tableClass().isInterface()) {
            code.invokeinterface(type, method.name(), signature);
        } else {
            code.invokevirtual(type, method.name(), signature);
        }
        code.aconst_null().areturn();
    }

    private static Class<?> wrapperOf(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
