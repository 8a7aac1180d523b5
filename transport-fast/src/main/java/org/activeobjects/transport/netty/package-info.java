/**
 * The portable link: frames over TCP by Netty, one connection per peer.
 *
 * <p>Frames are written by the thread that sends them, as long as the socket takes them; what it
 * does not take at once goes on through the event loop. They are read by the thread that polls; by
 * the event loop while nobody polls; straight from the socket's buffer into their destination.
 *
 * <p>Settings: {@code netty.polled}, {@code netty.io}, {@code netty.tls.certificate}, {@code
 * netty.tls.key}, {@code netty.tls.trust}, as {@code NettySettings} and {@code docs/tls.md} say.
 *
 * <p>May use {@code transport}, {@code transport.spi}, {@code transport.admission}, {@code
 * transport.error}, {@code transport.memory}, {@code transport.posix}, {@code .loop}, {@code
 * .reception}, {@code .tls} and Netty; used by nobody: found as a {@code LinkProvider}.
 *
 * <p>Threads: a small group of daemon event loops per runtime; the threads that send and poll.
 */
package org.activeobjects.transport.netty;
