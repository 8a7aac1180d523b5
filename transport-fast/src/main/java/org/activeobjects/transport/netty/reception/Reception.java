package org.activeobjects.transport.netty.reception;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;

import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.admission.TicketKind;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Where connections from outside wait until they have shown a ticket.
 *
 * <p>A connection is a stranger until its hello has matched a ticket that a peer was given over the
 * authenticated bootstrap. Strangers have a deadline, and their number is limited, to so many more
 * than are expected: one more, and the one that has waited longest is closed, so that those who
 * only sit there keep nobody out.
 *
 * <p><b>Threading:</b> safe; the greetings run on the event loops.
 */
@SuppressWarnings("FutureReturnValueIgnored") // how it ends is told by the channel going inactive
public final class Reception {

    /** Strangers at a time, besides those who hold a ticket. */
    public static final int MAX_STRANGERS = 64;

    private final TicketKind kind;
    private final long deadlineNs;
    private final Map<String, Admission> expected = new ConcurrentHashMap<>();
    private final Set<Channel> strangers = new LinkedHashSet<>();

    /**
     * A reception where nobody waits.
     *
     * @param kind kind of tickets that are shown here
     * @param deadlineNs longest time until a stranger has shown a ticket, nanoseconds
     */
    public Reception(TicketKind kind, long deadlineNs) {
        this.kind = kind;
        this.deadlineNs = deadlineNs;
    }

    /**
     * A ticket that somebody was given, and the connection that will show it.
     *
     * @param ticket the ticket
     * @param channel complete when the ticket was shown
     */
    public record Admission(Ticket ticket, CompletableFuture<Channel> channel) {}

    /**
     * Lets in who shows a ticket.
     *
     * @param ticket the ticket
     * @return where the connection will be found
     */
    public Admission expect(Ticket ticket) {
        Admission admission = new Admission(ticket, new CompletableFuture<>());
        expected.put(ticket.name(), admission);
        return admission;
    }

    /**
     * Lets nobody in with a ticket any more.
     *
     * @param admission what {@link #expect} has returned
     */
    public void forget(Admission admission) {
        expected.remove(admission.ticket().name(), admission);
    }

    /**
     * The handler that greets one new connection.
     *
     * @return a new handler
     */
    public ChannelHandler greeting() {
        return new Hello();
    }

    private void admit(Channel stranger) {
        Channel oldest = null;
        synchronized (strangers) {
            if (strangers.size() >= MAX_STRANGERS + expected.size()) {
                oldest = strangers.iterator().next();
                strangers.remove(oldest);
            }
            strangers.add(stranger);
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    private void removeStranger(Channel channel) {
        synchronized (strangers) {
            strangers.remove(channel);
        }
    }

    private final class Hello extends Greeting {

        private Future<?> deadline;

        Hello() {
            super(kind, Ticket.HELLO_LENGTH);
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
        boolean accept(ChannelHandlerContext context, byte[] greeting) {
            Admission admission = expected.get(kind.nameIn(greeting));
            if (admission == null) {
                return false;
            }
            Ticket ticket = shownIn(context, admission.ticket());
            if (!ticket.isHello(greeting) || !admission.channel().complete(context.channel())) {
                return false;
            }
            forget(admission);
            leave(context);
            context.writeAndFlush(context.alloc().buffer().writeBytes(ticket.welcome()));
            return true;
        }

        private void leave(ChannelHandlerContext context) {
            removeStranger(context.channel());
            if (deadline != null) {
                deadline.cancel(false);
            }
        }
    }
}
