package org.activeobjects.active;

/**
 * Marks every object that stands in for another one: the stub of an active object, and a future
 * that its reader takes for the result itself.
 *
 * <p>{@code stub instanceof StubObject} tells the two kinds of object apart without a call.
 *
 * <p><b>Source:</b> {@code StubObject} of ProActive, without its methods: what a stub delegates to
 * is the runtime's own business.
 *
 * <p>Not for implementation outside this module.
 */
public interface StubObject {}
