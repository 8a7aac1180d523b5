package org.activeobjects.internal.stub;

import org.activeobjects.error.ClassNotReifiableException;

import java.lang.invoke.MethodHandles;

/** Where the stub of a type is defined, and with what rights its methods are called. */
final class StubLookup {

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
