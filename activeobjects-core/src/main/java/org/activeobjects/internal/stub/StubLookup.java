package org.activeobjects.internal.stub;

import static java.lang.constant.ConstantDescs.CD_MethodHandles;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;

import org.activeobjects.error.ClassNotReifiableException;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadLocalRandom;

/** Where the stub of a type is defined, and with what rights its methods are called. */
final class StubLookup {

    private static final String DOOR = "ActiveObjects$Door$";
    private static final String LOOKUP = "lookup";

    private StubLookup() {}

    /**
     * A lookup in the package of the type, so that package-private members are seen; for types of
     * the JDK, whose packages are closed, a lookup in this package.
     */
    static MethodHandles.Lookup inside(Class<?> type) {
        if (MethodScan.isPlatform(type)) {
            return MethodHandles.lookup();
        }
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new ClassNotReifiableException(
                    "no stub can be defined in the package of a class: class="
                            + type.getTypeName()
                            + " module="
                            + type.getModule()
                            + "; open its package to "
                            + ownModule(),
                    e);
        }
    }

    /**
     * A lookup in the package of the type that may define hidden classes there. Only who is of the
     * same module may, and classes of another loader never are: for these a class is defined there
     * first, which gives its own lookup.
     *
     * @throws IllegalAccessException never, as the package is open
     * @throws LinkageError if the class cannot be defined there
     */
    static MethodHandles.Lookup defining(Class<?> type) throws IllegalAccessException {
        MethodHandles.Lookup lookup = inside(type);
        return lookup.hasFullPrivilegeAccess() ? lookup : lookupOf(door(lookup), lookup);
    }

    /** Its name is new: under one that is known a loader may give the class of its parent. */
    private static Class<?> door(MethodHandles.Lookup lookup) throws IllegalAccessException {
        String end = Long.toHexString(ThreadLocalRandom.current().nextLong());
        ClassDesc name = ClassDesc.of(lookup.lookupClass().getPackageName(), DOOR + end);
        return lookup.defineClass(ClassFile.of().build(name, StubLookup::writeDoor));
    }

    private static void writeDoor(ClassBuilder door) {
        int hidden = ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC; // but for its package
        door.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        door.withMethodBody(
                LOOKUP,
                MethodTypeDesc.of(CD_MethodHandles_Lookup),
                hidden,
                code ->
                        code.invokestatic(
                                        CD_MethodHandles,
                                        LOOKUP,
                                        MethodTypeDesc.of(CD_MethodHandles_Lookup))
                                .areturn());
    }

    private static MethodHandles.Lookup lookupOf(Class<?> door, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        try {
            MethodType type = MethodType.methodType(MethodHandles.Lookup.class);
            return (MethodHandles.Lookup) lookup.findStatic(door, LOOKUP, type).invokeExact();
        } catch (IllegalAccessException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the method is there, and throws nothing", e);
        }
    }

    /** Tells whether stubs of the type can be defined at all. */
    static boolean isOpen(Class<?> type) {
        Module own = StubLookup.class.getModule();
        Module module = type.getModule();
        return MethodScan.isPlatform(type)
                ? module.isExported(type.getPackageName(), own)
                : module.isOpen(type.getPackageName(), own);
    }

    /** How a module declaration calls this module. */
    static String ownModule() {
        Module own = StubLookup.class.getModule();
        return own.isNamed() ? own.getName() : "all modules";
    }
}
