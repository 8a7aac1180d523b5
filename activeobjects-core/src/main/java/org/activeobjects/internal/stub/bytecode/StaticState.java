package org.activeobjects.internal.stub.bytecode;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds static methods of a class that set static fields of it, or read some that may be set.
 *
 * <p>Such a method works on what its caller's JVM has in these fields, wherever the active object
 * lives, and nothing can intercept it. What it does through private methods and lambdas counts as
 * its own. Not seen: what changes inside the object that a final field refers to, and fields of
 * other classes.
 */
public final class StaticState {

    private final Class<?> type;
    private final Map<String, Body> bodies = new HashMap<>();
    private final Set<Field> set = new HashSet<>();

    /** Methods that others cannot call: they work for those that do. */
    private final Set<String> hidden = new HashSet<>();

    private StaticState(Class<?> type) {
        this.type = type;
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && (Modifier.isPrivate(method.getModifiers()) || method.isSynthetic())) {
                hidden.add(ClassFiles.signatureOf(method));
            }
        }
    }

    /**
     * Finds the static methods that others may call and that work on static fields.
     *
     * @param type a class of the user's
     * @return each with what it does, such as {@code sets count}, ordered by signature
     */
    public static Map<Method, String> usedBy(Class<?> type) {
        Map<Method, String> found = new TreeMap<>(Comparator.comparing(ClassFiles::signatureOf));
        List<Method> candidates = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (isOpen(method)) {
                candidates.add(method);
            }
        }
        ClassModel parsed = candidates.isEmpty() ? null : ClassFiles.parse(type);
        if (parsed != null) {
            StaticState state = new StaticState(type);
            state.read(parsed);
            for (Method method : candidates) {
                String use = state.useBy(ClassFiles.signatureOf(method));
                if (use != null) {
                    found.put(method, use);
                }
            }
        }
        return found;
    }

    /** The start of a program is called by nobody else, and compilers call what they have made. */
    private static boolean isOpen(Method method) {
        return Modifier.isStatic(method.getModifiers())
                && !Modifier.isPrivate(method.getModifiers())
                && !method.isSynthetic()
                && !method.getName().equals("main");
    }

    private void read(ClassModel own) {
        own.methods().forEach(method -> bodies.put(ClassFiles.signatureOf(method), bodyOf(method)));
        collectWrites(own);
        // Only these can set a private field, too.
        for (Class<?> neighbour : type.getNestMembers()) {
            ClassModel parsed = neighbour == type ? null : ClassFiles.parse(neighbour);
            if (parsed != null) {
                collectWrites(parsed);
            }
        }
    }

    private Body bodyOf(MethodModel method) {
        Body body = new Body(new LinkedHashMap<>(), new ArrayList<>());
        method.code().ifPresent(code -> code.forEach(element -> addTo(body, element)));
        return body;
    }

    private void addTo(Body body, CodeElement element) {
        switch (element) {
            case FieldInstruction access -> {
                Field field = fieldOf(access);
                if (field != null) {
                    boolean writes = access.opcode() == Opcode.PUTSTATIC;
                    body.fields().merge(field, writes, Boolean::logicalOr);
                }
            }
            case InvokeInstruction call -> {
                if (call.owner().asInternalName().equals(ClassFiles.internalNameOf(type))) {
                    body.calls().add(call.name().stringValue() + call.type().stringValue());
                }
            }
            case InvokeDynamicInstruction call ->
                    call.invokedynamic().bootstrap().arguments().stream()
                            .filter(MethodHandleEntry.class::isInstance)
                            .map(handle -> ((MethodHandleEntry) handle).reference())
                            .forEach(
                                    target ->
                                            body.calls()
                                                    .add(
                                                            target.name().stringValue()
                                                                    + target.type().stringValue()));
            default -> {}
        }
    }

    /** The field of this class, or of one above it, that is meant and can be set; or null. */
    private Field fieldOf(FieldInstruction access) {
        if (access.opcode() != Opcode.GETSTATIC && access.opcode() != Opcode.PUTSTATIC) {
            return null;
        }
        Class<?> named = type;
        while (named != null
                && !ClassFiles.internalNameOf(named).equals(access.owner().asInternalName())) {
            named = named.getSuperclass();
        }
        for (Class<?> c = named; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(access.name().stringValue())) {
                    boolean counts = !Modifier.isFinal(field.getModifiers());
                    return counts && !field.isSynthetic() ? field : null;
                }
            }
        }
        return null;
    }

    private void collectWrites(ClassModel parsed) {
        for (MethodModel method : parsed.methods()) {
            if (!method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                bodyOf(method).fields().forEach(this::collectWrite);
            }
        }
    }

    private void collectWrite(Field field, boolean writes) {
        if (writes) {
            set.add(field);
        }
    }

    private String useBy(String start) {
        String reading = null;
        Set<String> seen = new HashSet<>(Set.of(start));
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Body body = bodies.get(open.pop());
            for (Map.Entry<Field, Boolean> use : body.fields().entrySet()) {
                Field field = use.getKey();
                if (use.getValue()) {
                    return "sets " + field.getName();
                }
                if (reading == null && mayBeSet(field)) {
                    reading = "reads " + field.getName();
                }
            }
            body.calls().stream().filter(hidden::contains).filter(seen::add).forEach(open::push);
        }
        return reading;
    }

    /** A private field that only the initializer of its class sets is final in all but name. */
    private boolean mayBeSet(Field field) {
        return !Modifier.isPrivate(field.getModifiers()) || set.contains(field);
    }

    /**
     * What one method does.
     *
     * @param fields static fields that count, each with whether it is set here
     * @param calls methods of the class that it calls or refers to
     */
    private record Body(Map<Field, Boolean> fields, List<String> calls) {}
}
