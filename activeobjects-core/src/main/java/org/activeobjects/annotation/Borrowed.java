package org.activeobjects.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter whose array belongs to the method only until it returns; then the runtime takes it
 * for the elements of another call. For programs that send arrays of the same lengths again and
 * again: no array is made per call, and the memory is warm.
 *
 * <pre>{@code
 * public DoubleWrapper residual(@Borrowed double[] row, int iteration) {
 *     double sum = 0;
 *     for (double value : row) {
 *         sum += value * value;
 *     }
 *     return new DoubleWrapper(sum); // row is not kept: what is needed of it later is copied
 * }
 * }</pre>
 *
 * <p>It stands at parameters of methods whose type is an array of primitives, in the class or in an
 * interface or superclass of it, and holds for the methods that override it. Nothing changes for
 * callers: their array is theirs again when the call returns.
 *
 * <p>The method must not keep the array, nor have others use it once it has returned: neither in a
 * field nor in a task, a lambda or a stream that lives on. It may pass the array on in calls. Its
 * result is sent after it has returned, so that must be one that cannot hold the array: {@code
 * void}, a primitive or its box, {@code String}, {@code BigInteger}, {@code BigDecimal}, {@code
 * UUID}, {@code Duration}, {@code Instant}, an enum, or one of the immutable wrappers such as
 * {@code DoubleWrapper}. A class with any other method, or with this annotation at any other
 * parameter, is refused when an active object of it is created. A {@code Request} whose method has
 * returned gives its arguments no more, and cannot be served again.
 *
 * <p>To find out who keeps an array in spite of this, run with {@code
 * -Dactiveobjects.borrowed=overwrite}: then what was borrowed is overwritten as soon as its method
 * has returned (with NaN, the least number of the type, {@code true}), and used no more.
 *
 * <p>An array is not used again, and garbage as any argument, if it has less than 4 KiB, if the
 * method has thrown, if another argument refers to it as well, if the call comes from the same
 * runtime and has arguments besides that are more than numbers, texts and arrays of primitives, or
 * if the request was never served. What waits to be used again takes a sixteenth of the heap at
 * most, and is let go ten to twenty seconds after its last use.
 *
 * <p><b>Source:</b> the receive buffers of MPI, and the parameter modes of Ada and CORBA.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Borrowed {}
