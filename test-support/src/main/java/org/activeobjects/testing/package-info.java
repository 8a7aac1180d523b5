/**
 * What the tests of every module share: the house rules, processes of their own, waiting for
 * events.
 *
 * <p>May use JUnit, AssertJ, Awaitility, ArchUnit and google-java-format; used by tests only.
 *
 * <p>Threads: the thread of the test.
 */
package org.activeobjects.testing;
