package org.activeobjects.internal.stub;

import org.activeobjects.internal.stub.bytecode.ClassFiles;
import org.activeobjects.spi.CallKind;
import org.activeobjects.spi.StubMethod;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The methods of a class whose calls are intercepted, in an order that every JVM agrees on.
 *
 * <p><b>Threading:</b> immutable; made once per class.
 */
public final class MethodTable {

    private static final ClassValue<MethodTable> TABLES =
            new ClassValue<>() {
                @Override
                protected MethodTable computeValue(Class<?> type) {
                    return MethodScan.read(type, () -> new MethodTable(StubType.of(type)));
                }
            };

    private static final ClassValue<ConcurrentMap<StubType, MethodTable>> GENERIC_TABLES =
            new ClassValue<>() {
                @Override
                protected ConcurrentMap<StubType, MethodTable> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private static final ConcurrentMap<Long, WeakReference<MethodTable>> BY_HASH =
            new ConcurrentHashMap<>();

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Class<?> type;
    private final StubMethod[] methods;
    private final List<Method> reflected;
    private final List<String> obstacles;
    private final long hash;

    private MethodTable(StubType stubType) {
        this.type = stubType.type();
        Map<TypeVariable<?>, Type> bindings = TypeVariables.bindings(stubType);
        MethodScan scan = new MethodScan(type);
        this.reflected = scan.methods();
        this.obstacles = new ArrayList<>(scan.obstacles());
        for (Method method : reflected) {
            String fault = Annotations.fault(method, type);
            if (fault != null) {
                obstacles.add(Signatures.readable(method) + ": " + fault);
            }
        }
        obstacles.addAll(BorrowedParameters.obstacles(type));
        this.methods = new StubMethod[reflected.size()];
        MethodHandles.Lookup lookup = methods.length == 0 ? null : StubLookup.inside(type);
        long sum = FNV_OFFSET;
        for (int id = 0; id < methods.length; id++) {
            Method method = reflected.get(id);
            Class<?> result = resultOf(method, bindings);
            CallKind ifCaught = kindIfCaught(method, result, bindings);
            CallKind kind = kindOf(method, ifCaught);
            methods[id] = new StubMethod(id, method, result, kind, ifCaught, type, lookup);
            sum = hash(sum, ClassFiles.signatureOf(method));
        }
        this.hash = sum;
        BY_HASH.put(hash, new WeakReference<>(this));
    }

    /**
     * Type of the results of a method. Where an interface narrows that of a method of another one
     * there is no bridge, and both are intercepted: callers of either may cast to the narrower.
     */
    private Class<?> resultOf(Method method, Map<TypeVariable<?>, Type> bindings) {
        Class<?> result = TypeVariables.returnTypeOf(method, bindings);
        for (Method other : reflected) {
            if (other.getName().equals(method.getName())
                    && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                Class<?> narrower = TypeVariables.returnTypeOf(other, bindings);
                result = result.isAssignableFrom(narrower) ? narrower : result;
            }
        }
        return result;
    }

    /**
     * The table of a class.
     *
     * @param type any class or interface
     * @return the one table that it has; empty for a class no stub can stand in for at all
     */
    public static MethodTable of(Class<?> type) {
        return TABLES.get(type);
    }

    /**
     * The table of a type whose variables may stand for something.
     *
     * @param type type of stubs
     * @return the one table that it has; its numbers and its hash are those of its class
     */
    public static MethodTable of(StubType type) {
        return type.generics().isEmpty()
                ? of(type.type())
                : GENERIC_TABLES.get(type.type()).computeIfAbsent(type, MethodTable::new);
    }

    /**
     * Names a method of which only the numbers are known, as they are sent with a call.
     *
     * @param hash hash of the table that has it; all tables with that have it by the same name
     * @param id position in the table
     * @return its simple name; empty if this JVM has no such table, or the table no such position
     */
    public static String nameOf(long hash, int id) {
        WeakReference<MethodTable> known = BY_HASH.get(hash);
        MethodTable table = known == null ? null : known.get();
        return table == null || id < 0 || id >= table.size() ? "" : table.methods[id].name();
    }

    /**
     * Looks up a method by its number.
     *
     * @param id position in the table
     * @return the method
     * @throws IndexOutOfBoundsException if there is none with that number
     */
    public StubMethod method(int id) {
        return methods[id];
    }

    /**
     * Number of methods.
     *
     * @return 0 or more
     */
    public int size() {
        return methods.length;
    }

    /**
     * All methods, by number.
     *
     * @return an unmodifiable list
     */
    public List<StubMethod> methods() {
        return List.of(methods);
    }

    /**
     * Sums up names, parameter types and result types of all methods. Two JVMs whose hashes are
     * equal mean the same method by the same number.
     *
     * @return 64 bits
     */
    public long hash() {
        return hash;
    }

    /** The class whose table this is. */
    Class<?> type() {
        return type;
    }

    /** The methods as reflection sees them, by number. */
    List<Method> reflected() {
        return reflected;
    }

    /** What keeps a stub from standing in for the class, one line each; empty if nothing does. */
    List<String> obstacles() {
        return obstacles;
    }

    private static CallKind kindOf(Method method, CallKind ifCaught) {
        if (StubMethod.checkedExceptionsOf(method).length > 0) {
            return CallKind.SYNCHRONOUS;
        }
        return method.getReturnType() == void.class ? CallKind.ONE_WAY : ifCaught;
    }

    /**
     * Kotlin's callers take a value class over any type, such as {@code Result}, apart at once; no
     * other compiler makes such names.
     */
    private static boolean isUnboxed(Method method) {
        return method.getReturnType() == Object.class && method.getName().contains("-");
    }

    /** What becomes of a call if whatever the method throws is caught later. */
    private static CallKind kindIfCaught(
            Method method, Class<?> result, Map<TypeVariable<?>, Type> bindings) {
        boolean open = TypeVariables.isOpen(method, bindings) || isUnboxed(method);
        return result == void.class
                        || StubMethod.isCompletableFuture(result)
                        || (!open && StubFactory.canStandInFor(result))
                ? CallKind.ASYNCHRONOUS
                : CallKind.SYNCHRONOUS;
    }

    private static long hash(long start, String text) {
        long sum = start;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * FNV_PRIME;
        }
        return (sum ^ '\n') * FNV_PRIME;
    }

    @Override
    public String toString() {
        return "methods of " + type.getTypeName() + " count=" + methods.length;
    }
}
