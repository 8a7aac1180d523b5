package org.activeobjects.internal.stub;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_void;

import org.activeobjects.error.ClassNotReifiableException;
import org.activeobjects.internal.stub.packed.PackedCalls;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.PackedArguments;
import org.activeobjects.spi.StubMethod;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Writes and defines the class of the stubs of one type.
 *
 * <p>Each method boxes or packs its arguments, hands them with its {@code StubMethod} to the
 * handler, and unboxes the result. The classes are hidden: they do not show in stack traces, and go
 * when their type goes.
 */
final class StubClassWriter {

    private static final String HANDLER = "activeobjects$handler";
    private static final ClassDesc CD_HANDLER = desc(CallHandler.class);
    private static final ClassDesc CD_STATE = desc(StubState.class);
    private static final ClassDesc CD_METHOD = desc(StubMethod.class);
    private static final ClassDesc CD_OBJECTS = CD_Object.arrayType();
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(CD_Object, CD_METHOD, CD_OBJECTS);
    private static final ClassDesc CD_PACKED = desc(PackedArguments.class);
    private static final MethodTypeDesc CALL_PACKED =
            MethodTypeDesc.of(CD_Object, CD_METHOD, CD_PACKED);
    private static final MethodTypeDesc GETTER = MethodTypeDesc.of(CD_HANDLER);
    private static final MethodTypeDesc SETTER = MethodTypeDesc.of(CD_void, CD_HANDLER);
    private static final DirectMethodHandleDesc CLASS_DATA =
            ConstantDescs.ofConstantBootstrap(
                    desc(MethodHandles.class), "classDataAt", CD_Object, ConstantDescs.CD_int);
    private static final DirectMethodHandleDesc PACKER =
            ConstantDescs.ofConstantBootstrap(
                    desc(PackedCalls.class),
                    "packer",
                    ConstantDescs.CD_MethodHandle,
                    CD_METHOD,
                    ConstantDescs.CD_MethodType);

    private final MethodTable table;
    private final Class<?> type;
    private final ClassDesc self;

    private StubClassWriter(MethodTable table) {
        this.table = table;
        this.type = table.type();
        String home =
                MethodScan.isPlatform(type)
                        ? StubClassWriter.class.getPackageName()
                        : type.getPackageName();
        String binaryName = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        this.self = ClassDesc.of(home, binaryName + "$Stub");
    }

    static Class<?> define(MethodTable table) {
        byte[] bytes = new StubClassWriter(table).write();
        try {
            return StubLookup.defining(table.type())
                    .defineHiddenClassWithClassData(bytes, table.methods(), false)
                    .lookupClass();
        } catch (IllegalAccessException | LinkageError e) {
            throw new ClassNotReifiableException(
                    "stub class cannot be defined: class="
                            + table.type().getTypeName()
                            + " loader="
                            + table.type().getClassLoader()
                            + "; that loader must see "
                            + StubState.class.getPackageName(),
                    e);
        }
    }

    private byte[] write() {
        ClassLoader loader = type.getClassLoader();
        ClassHierarchyResolver resolver =
                loader == null
                        ? ClassHierarchyResolver.defaultResolver()
                        : ClassHierarchyResolver.ofClassLoading(loader);
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver))
                .build(self, this::writeClass);
    }

    private void writeClass(ClassBuilder stub) {
        stub.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        if (type.isInterface()) {
            stub.withInterfaceSymbols(CD_STATE, desc(type));
        } else {
            stub.withSuperclass(desc(type)).withInterfaceSymbols(CD_STATE);
        }
        stub.withField(HANDLER, CD_HANDLER, ClassFile.ACC_PRIVATE);
        stub.withMethodBody(
                HANDLER,
                GETTER,
                ClassFile.ACC_PUBLIC,
                code -> code.aload(0).getfield(self, HANDLER, CD_HANDLER).areturn());
        stub.withMethodBody(
                HANDLER,
                SETTER,
                ClassFile.ACC_PUBLIC,
                code -> code.aload(0).aload(1).putfield(self, HANDLER, CD_HANDLER).return_());
        List<Method> methods = table.reflected();
        for (int id = 0; id < methods.size(); id++) {
            writeMethod(stub, methods.get(id), id);
        }
        if (hasFinalizer()) {
            // An empty one keeps the user's from running on a stub, whose fields are not set.
            stub.withMethodBody(
                    "finalize",
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_PROTECTED,
                    CodeBuilder::return_);
        }
    }

    private void writeMethod(ClassBuilder stub, Method method, int id) {
        MethodTypeDesc signature =
                MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .describeConstable()
                        .orElseThrow();
        int flags =
                (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED))
                        | (method.isVarArgs() ? ClassFile.ACC_VARARGS : 0);
        DynamicConstantDesc<StubMethod> constant =
                DynamicConstantDesc.ofNamed(CLASS_DATA, ConstantDescs.DEFAULT_NAME, CD_METHOD, id);
        boolean isPacked = PackedCalls.canPack(method, table.method(id));
        stub.withMethodBody(
                method.getName(),
                signature,
                flags,
                code ->
                        code.trying(
                                body -> {
                                    if (isPacked) {
                                        writePackedCall(body, signature, constant);
                                    } else {
                                        writeCall(body, signature, constant);
                                    }
                                },
                                handlers ->
                                        handlers.catching(
                                                CD_Throwable,
                                                caught -> writeRethrow(caught, constant))));
    }

    private void writeCall(
            CodeBuilder code, MethodTypeDesc signature, DynamicConstantDesc<StubMethod> constant) {
        code.aload(0).getfield(self, HANDLER, CD_HANDLER).ldc(constant);
        if (signature.parameterCount() == 0) {
            code.getstatic(CD_STATE, "NO_ARGUMENTS", CD_OBJECTS);
        } else {
            code.loadConstant(signature.parameterCount()).anewarray(CD_Object);
            for (int i = 0; i < signature.parameterCount(); i++) {
                ClassDesc parameter = signature.parameterType(i);
                code.dup()
                        .loadConstant(i)
                        .loadLocal(TypeKind.from(parameter), code.parameterSlot(i));
                if (parameter.isPrimitive()) {
                    ClassDesc box = boxOf(parameter);
                    code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, parameter));
                }
                code.aastore();
            }
        }
        code.invokeinterface(CD_HANDLER, "call", CALL);
        writeReturn(code, signature.returnType());
    }

    private void writePackedCall(
            CodeBuilder code, MethodTypeDesc signature, DynamicConstantDesc<StubMethod> constant) {
        code.aload(0).getfield(self, HANDLER, CD_HANDLER).ldc(constant);
        code.ldc(
                DynamicConstantDesc.ofNamed(
                        PACKER,
                        ConstantDescs.DEFAULT_NAME,
                        ConstantDescs.CD_MethodHandle,
                        constant,
                        signature));
        for (int i = 0; i < signature.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(signature.parameterType(i)), code.parameterSlot(i));
        }
        code.invokevirtual(
                        ConstantDescs.CD_MethodHandle,
                        "invokeExact",
                        signature.changeReturnType(CD_PACKED))
                .invokeinterface(CD_HANDLER, "callPacked", CALL_PACKED);
        writeReturn(code, signature.returnType());
    }

    private static void writeReturn(CodeBuilder code, ClassDesc result) {
        if (result.equals(CD_void)) {
            code.pop().return_();
        } else if (result.isPrimitive()) {
            ClassDesc box = boxOf(result);
            code.checkcast(box)
                    .invokevirtual(box, result.displayName() + "Value", MethodTypeDesc.of(result))
                    .return_(TypeKind.from(result));
        } else {
            code.checkcast(result).areturn();
        }
    }

    private static void writeRethrow(CodeBuilder code, DynamicConstantDesc<StubMethod> constant) {
        code.ldc(constant)
                .swap()
                .invokevirtual(
                        CD_METHOD, "asDeclared", MethodTypeDesc.of(CD_Throwable, CD_Throwable))
                .athrow();
    }

    private boolean hasFinalizer() {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals("finalize") && method.getParameterCount() == 0) {
                    return !Modifier.isFinal(method.getModifiers())
                            && !Modifier.isPrivate(method.getModifiers());
                }
            }
        }
        return false;
    }

    private static ClassDesc boxOf(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            default -> throw new AssertionError(primitive);
        };
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
