package org.activeobjects.internal.stub;

import org.activeobjects.annotation.Cache;
import org.activeobjects.annotation.Self;
import org.activeobjects.annotation.TurnActive;
import org.activeobjects.annotation.TurnActiveParam;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;

/** Tells which annotations ask for what cannot be. */
final class Annotations {

    private Annotations() {}

    /** What is wrong with the annotations of a method of a class; null if nothing is. */
    static String fault(Method method, Class<?> type) {
        Class<?> result = method.getReturnType();
        if (method.isAnnotationPresent(Cache.class)
                && (result == void.class || method.getParameterCount() > 0)) {
            return "@Cache, which is for methods with a result and without parameters";
        }
        if (method.isAnnotationPresent(Self.class) && !result.isAssignableFrom(type)) {
            return "@Self, but no stub of the class is a " + result.getTypeName();
        }
        if (method.isAnnotationPresent(TurnActive.class) && !StubFactory.canStandInFor(result)) {
            return "@TurnActive, but no stub can stand in for a " + result.getTypeName();
        }
        for (Parameter parameter : method.getParameters()) {
            if (parameter.isAnnotationPresent(TurnActiveParam.class)
                    && !StubFactory.canStandInFor(parameter.getType())) {
                return "@TurnActiveParam, but no stub can stand in for a "
                        + parameter.getType().getTypeName();
            }
        }
        return null;
    }
}
