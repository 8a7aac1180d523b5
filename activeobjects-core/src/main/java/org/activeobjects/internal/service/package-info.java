/**
 * Bodies: the life of an active object, its threads, and the choice of the next request.
 *
 * <p>May use {@code active}, {@code node}, {@code spi}, {@code error}, {@code internal.request},
 * {@code .mailbox}, {@code .future}, {@code .continuation}, {@code .exception}, {@code .stub}; used
 * by {@code internal.routing} and {@code internal.runtime}.
 *
 * <p>Threads: requests arrive on any thread and wake the body's own, of which there is one at a
 * time; immediate services and those of multi-active objects run beside it.
 */
package org.activeobjects.internal.service;
