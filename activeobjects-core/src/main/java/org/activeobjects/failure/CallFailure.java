package org.activeobjects.failure;

/**
 * An exception that no caller waits for.
 *
 * @param method name of the method that was called; empty if it is not known
 * @param callee name of the active object that was called, for people
 * @param caller who called, for people
 * @param exception what the method threw, or why it was not run; its stack is that of the callee,
 *     followed by the call site if call sites are kept
 */
public record CallFailure(String method, String callee, String caller, Throwable exception) {}
