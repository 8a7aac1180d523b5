package org.activeobjects.internal.request;

import org.activeobjects.spi.StubMethod;

/** What is called, as messages name it. */
public interface Callee {

    /**
     * Names one of its methods.
     *
     * @param method name of the method
     * @return such as {@code Account#1.balance of rank 1}
     */
    String naming(String method);

    /**
     * Names the class of an active object.
     *
     * @param type the class
     * @return its simple name; of an anonymous class, which has none, such as {@code Account$1}
     */
    static String nameOf(Class<?> type) {
        String simple = type.getSimpleName();
        String name = type.getName();
        return simple.isEmpty() ? name.substring(name.lastIndexOf('.') + 1) : simple;
    }

    /**
     * Names something that is called, whatever that is.
     *
     * @param callee what is called; its text names it
     * @param method one of its methods, or {@code null} for none
     * @return its name with that of the method
     */
    static String text(Object callee, StubMethod method) {
        if (method == null) {
            return callee.toString();
        }
        return callee instanceof Callee named
                ? named.naming(method.name())
                : callee + "." + method.name();
    }
}
