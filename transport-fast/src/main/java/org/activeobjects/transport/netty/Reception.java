package org.activeobjects.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

import org.activeobjects.transport.admission.Ticket;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where connections from outside wait until they have shown a ticket.
 *
 * <p>A connection is a stranger until its hello has matched a ticket that a peer was given over the
 * authenticated bootstrap. Strangers have a deadline, and their number is limited: one more, and
 * the one that has waited longest is closed, so that those who only sit there keep nobody out.
 *
 * <p><b>Threading:</b> safe; the greetings run on the event loops.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
final class Reception {

    static final int MAX_STRANGERS = 64;

    private final long deadlineNs;
    private final Map<String, Admission> expected = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Channel> strangers = new LinkedHashSet<>();

    Reception(long deadlineNs) {
        this.deadlineNs = deadlineNs;
    }

    /** A ticket that somebody was given, and the connection that will show it. */
    record Admission(Ticket ticket, CompletableFuture<LinkChannel> channel) {}

    Admission expect(Ticket ticket) {
        Admission admission = new Admission(ticket, new CompletableFuture<>());
        expected.put(ticket.name(), admission);
        return admission;
    }

    void forget(Admission admission) {
        expected.remove(admission.ticket().name(), admission);
    }

    /** The handler that greets one new connection. */
    Greeting greeting() {
        return new Hello();
    }

    private void admit(Channel stranger) {
        Channel oldest = null;
        lock.lock();
        try {
            if (strangers.size() == MAX_STRANGERS) {
                oldest = strangers.iterator().next();
                strangers.remove(oldest);
            }
            strangers.add(stranger);
        } finally {
            lock.unlock();
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    private void isNoStranger(Channel channel) {
        lock.lock();
        try {
            strangers.remove(channel);
        } finally {
            lock.unlock();
        }
    }

    private final class Hello extends Greeting {

        private io.netty.util.concurrent.Future<?> deadline;

        Hello() {
            super(Ticket.HELLO_LENGTH);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            admit(context.channel());
            deadline =
                    context.executor()
                            .schedule(() -> context.close(), deadlineNs, TimeUnit.NANOSECONDS);
            context.fireChannelActive();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            leave(context);
            context.fireChannelInactive();
        }

        @Override
        boolean isPlausible(byte[] soFar, int soFarLength) {
            return NettyLinkProvider.TICKETS.mayBeGreeting(soFar, soFarLength);
        }

        @Override
        boolean accept(ChannelHandlerContext context, byte[] greeting) {
            Admission admission = expected.get(NettyLinkProvider.TICKETS.nameIn(greeting));
            if (admission == null
                    || !admission.ticket().isHello(greeting)
                    || !admission.channel().complete((LinkChannel) context.channel())) {
                return false;
            }
            forget(admission);
            leave(context);
            context.writeAndFlush(
                    context.alloc().buffer().writeBytes(admission.ticket().welcome()));
            return true;
        }

        private void leave(ChannelHandlerContext context) {
            isNoStranger(context.channel());
            if (deadline != null) {
                deadline.cancel(false);
            }
        }
    }
}
