/**
 * Bodies: the life of an active object, its threads, and the choice of the next request.
 *
 * <p>May use {@code active}, {@code node}, {@code spi}, {@code error}, {@code failure}, {@code
 * queue}, {@code internal.request}, {@code .traits}, {@code .admission}, {@code .mailbox}, {@code
 * .future}, {@code .context}, {@code .continuation}, {@code .exception}, {@code .immediate}, {@code
 * .multiactive}, {@code .stub}, {@code .alive}, {@code .polling}, {@code .thrown}, {@code
 * annotation}, {@code threads} and the transport's ids; used by {@code api}, {@code multiactivity},
 * {@code internal.routing}, {@code .remote}, {@code .naming}, {@code .lease}, {@code .event},
 * {@code .creation}, {@code .migration}, {@code .waiting}, {@code .dump} and {@code .runtime}.
 *
 * <p>Threads: requests arrive on any thread and wake the body's own, of which there is one at a
 * time; immediate services and those of multi-active objects run beside it.
 */
package org.activeobjects.internal.service;
