/**
 * What a runtime finds out about itself, and how people ask for it: active objects that wait for
 * each other, the user's part of a stack, signals.
 *
 * <p>May use {@code error}; used by {@code internal.waiting}, {@code .dump}, {@code .settings} and
 * {@code .runtime}, the groups, the launcher and by programs.
 *
 * <p>Threads: any.
 */
package org.activeobjects.diagnosis;
