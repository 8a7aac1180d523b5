/**
 * Tags: names and values that travel with requests, from whoever adds them to all that is called
 * because of it.
 *
 * <p>Uses nothing; used by {@code api}, {@code internal.context} and user programs.
 *
 * <p>Threads: the tags of a thread are its own.
 */
package org.activeobjects.tag;
