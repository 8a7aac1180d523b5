/**
 * Messages that come from a peer, made up by a fuzzer that watches which branches they reach.
 *
 * <p>Without more, each test runs the inputs that are kept under {@code src/test/resources}; {@code
 * scripts/fuzz} looks for new ones. An input that has found a fault is kept there for good.
 */
package org.activeobjects.internal.fuzz;
