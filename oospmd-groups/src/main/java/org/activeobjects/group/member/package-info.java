/**
 * The list of members behind a typed group: names in it, ways through it, and waits for one of it.
 *
 * <p>May use {@code api} of the core; used by {@code group}.
 *
 * <p>Threads: said per class.
 */
package org.activeobjects.group.member;
