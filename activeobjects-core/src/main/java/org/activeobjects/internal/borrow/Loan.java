package org.activeobjects.internal.borrow;

import org.activeobjects.spi.StubMethod;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The arrays that one request lends to its method.
 *
 * <p>They go back once, when the method has returned; if it throws they never do, for what it has
 * thrown may refer to them. A method that serves its own request again within itself goes on with
 * its arrays.
 *
 * <p><b>Threading:</b> that of the request: one thread at a time.
 */
public final class Loan {

    private final ArrayPool pool;
    private final StubMethod method;
    private final Object[] arguments;
    private final List<Object> lent;
    private int running;
    private boolean over;

    private Loan(ArrayPool pool, StubMethod method, Object[] arguments, List<Object> lent) {
        this.pool = pool;
        this.method = method;
        this.arguments = arguments;
        this.lent = lent;
    }

    /**
     * Of a request that has come from elsewhere.
     *
     * @param pool where the arrays go
     * @param method the method
     * @param borrowed positions of its borrowed parameters
     * @param arguments its arguments
     * @param alone arrays that the message refers to once at most; may hold other things besides
     * @return what lends those of them that are borrowed
     */
    public static Loan of(
            ArrayPool pool, StubMethod method, int[] borrowed, Object[] arguments, Object[] alone) {
        List<Object> lent = new ArrayList<>(borrowed.length);
        for (int position : borrowed) {
            Object array = arguments[position];
            if (array != null && (has(alone, array) || isAlone(arguments, position))) {
                lent.add(array);
            }
        }
        return new Loan(pool, method, arguments, lent);
    }

    /**
     * Of a request of the same runtime, with copies of its arguments, if they can be copied one by
     * one without losing what they share.
     *
     * @param pool where the arrays come from and go
     * @param method the method
     * @param borrowed positions of its borrowed parameters
     * @param arguments its arguments, which stay as they are
     * @param copier copies what is not borrowed; gets {@code null} in the place of what is
     * @return what lends them; {@code null} if they are to be copied as those of any call
     */
    public static Loan ofCopies(
            ArrayPool pool,
            StubMethod method,
            int[] borrowed,
            Object[] arguments,
            UnaryOperator<Object[]> copier) {
        for (int position : borrowed) {
            if (arguments[position] != null && !isAlone(arguments, position)) {
                return null;
            }
        }
        Object[] copies = arguments.clone();
        List<Object> lent = new ArrayList<>(borrowed.length);
        for (int position : borrowed) {
            copies[position] = null;
        }
        copies = copier.apply(copies);
        for (int position : borrowed) {
            if (arguments[position] != null) {
                copies[position] = pool.copy(arguments[position]);
                lent.add(copies[position]);
            }
        }
        return new Loan(pool, method, copies, lent);
    }

    /** Whether it is seen at once that no other argument refers to an array. */
    private static boolean isAlone(Object[] arguments, int position) {
        for (int i = 0; i < arguments.length; i++) {
            if (i != position && (arguments[i] == arguments[position] || mayRefer(arguments[i]))) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayRefer(Object argument) {
        return switch (argument) {
            case null -> false;
            case String _, Boolean _, Character _, Number _ -> !isOfJdk(argument);
            default ->
                    !(argument.getClass().isArray()
                            && argument.getClass().getComponentType().isPrimitive());
        };
    }

    private static boolean isOfJdk(Object value) {
        return value.getClass().getPackageName().equals("java.lang");
    }

    private static boolean has(Object[] all, Object array) {
        for (Object one : all) {
            if (one == array) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs the method, and takes its arrays back.
     *
     * @param target object to run it on
     * @return its result, which cannot refer to what it had borrowed
     * @throws Throwable what the method throws
     * @throws IllegalStateException if it has run before
     */
    public Object run(Object target) throws Throwable {
        Object[] own = arguments();
        running++;
        Object result = method.invoke(target, own);
        running--;
        if (running == 0 && !over) {
            over = true;
            lent.forEach(pool::giveBack);
        }
        return result;
    }

    /**
     * The arguments of the request.
     *
     * @return the array in use
     * @throws IllegalStateException if what was borrowed has been given back
     */
    public Object[] arguments() {
        if (over) {
            throw new IllegalStateException(
                    "the arrays that a request has lent are used for others, for its method has"
                            + " returned: method="
                            + method
                            + "; look at its arguments before, and serve it once");
        }
        return arguments;
    }
}
