/**
 * The list of members behind a typed group: names in it, and ways through it.
 *
 * <p>May use no other package; used by {@code group}.
 *
 * <p>Threads: said per class.
 */
package org.activeobjects.group.member;
