package org.activeobjects.transport.tcp;

import org.activeobjects.transport.admission.Ticket;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.posix.socket.Epoll;
import org.activeobjects.transport.posix.socket.Errno;
import org.activeobjects.transport.posix.socket.ListeningSocket;
import org.activeobjects.transport.posix.socket.StreamSocket;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where connections from outside wait until they have shown a ticket.
 *
 * <p>A connection is a stranger until its hello has matched a ticket that a peer was given over the
 * authenticated bootstrap. Strangers have a deadline, and their number is limited, to so many more
 * than are expected: one more, and the one that has waited longest is closed, so that those who
 * only sit there keep nobody out. Who says more than a hello before he was welcomed is closed, too.
 *
 * <p><b>Threading:</b> strangers belong to the thread of the reception; the rest is safe.
 */
final class Reception implements AutoCloseable {

    /** Besides those who hold a ticket. */
    static final int MAX_STRANGERS = 64;

    private static final Logger LOG = LogManager.getLogger(Reception.class);
    private static final FaultLog FAULTS =
            new FaultLog(Reception.class, "receiving connections failed {}");
    private static final int DOOR = 0;
    private static final int ANSWERS = 64;

    /** Between one try to receive a connection that did not go well and the next. */
    static final long PAUSE_NS = 100_000_000;

    /** Longest wait for the end of the thread once it has been told to end. */
    private static final long JOIN_MS = 1000;

    private final ListeningSocket door;
    private final long deadlineNs;
    private final Epoll epoll;
    private final Epoll.Member doorMember;
    private final Map<String, Admission> expected = new ConcurrentHashMap<>();
    private final LinkedHashMap<Integer, Stranger> strangers = new LinkedHashMap<>();
    private final Thread thread;
    private int lastKey = DOOR;
    private long pausedUntil;
    private boolean isPaused;
    private boolean isShort; // of descriptors or memory, and has said so
    private volatile int refusals;
    private volatile boolean closed;

    Reception(String name, ListeningSocket door, long deadlineNs) throws IOException {
        this.door = door;
        this.deadlineNs = deadlineNs;
        this.epoll = new Epoll();
        try {
            this.doorMember = epoll.add(door, DOOR);
            this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
            thread.start();
        } catch (IOException | RuntimeException | Error e) { // such as no thread to be had
            epoll.close();
            throw e;
        }
    }

    /** A ticket that somebody was given, and the connection that will show it. */
    record Admission(Ticket ticket, CompletableFuture<StreamSocket> socket) {}

    Admission expect(Ticket ticket) {
        Admission admission = new Admission(ticket, new CompletableFuture<>());
        expected.put(ticket.name(), admission);
        if (closed) {
            admission.socket().cancel(false);
        }
        return admission;
    }

    /** Nobody waits for it any more; a connection that came for it is closed. */
    void forget(Admission admission) {
        expected.remove(admission.ticket().name(), admission);
        if (!admission.socket().cancel(false) && !admission.socket().isCompletedExceptionally()) {
            admission.socket().join().close();
        }
    }

    private void run() {
        Epoll.Look look = epoll.new Look(ANSWERS);
        while (!closed) {
            try {
                int answers = look.await(untilNextDeadline());
                for (int i = 0; i < answers; i++) {
                    int key = look.key(i);
                    Stranger stranger = strangers.get(key);
                    if (key == DOOR) {
                        open();
                    } else if (stranger != null) {
                        stranger.listen();
                    }
                }
                expire();
            } catch (RuntimeException | IOException | Error e) {
                // A fault of ours must not keep everybody else out.
                pause();
                FAULTS.tell(thread, e);
            }
        }
        new ArrayList<>(strangers.values()).forEach(Stranger::leave);
        epoll.close();
    }

    /** Nanoseconds, negative if there is nothing to wait for. */
    private long untilNextDeadline() {
        long now = System.nanoTime();
        long next = isPaused ? Math.max(0, pausedUntil - now) : -1;
        if (!strangers.isEmpty()) {
            long oldest = strangers.firstEntry().getValue().deadline - now;
            next = next < 0 ? Math.max(0, oldest) : Math.clamp(oldest, 0, next);
        }
        return next;
    }

    private void expire() throws IOException {
        long now = System.nanoTime();
        while (!strangers.isEmpty() && strangers.firstEntry().getValue().deadline - now <= 0) {
            strangers.firstEntry().getValue().leave();
        }
        if (isPaused && pausedUntil - now <= 0) {
            isPaused = false;
            doorMember.lookFor(Epoll.IN);
        }
    }

    private void open() {
        try {
            StreamSocket socket = door.accept();
            if (socket == null) {
                return;
            }
            isShort = false;
            if (strangers.size() >= MAX_STRANGERS + expected.size()) {
                strangers.firstEntry().getValue().leave();
            }
            admit(socket);
        } catch (IOException e) {
            if (!closed) {
                onRefusal(e.getMessage());
            }
        }
    }

    private void admit(StreamSocket socket) throws IOException {
        boolean admitted = false;
        try {
            int key = lastKey == Integer.MAX_VALUE ? DOOR + 1 : lastKey + 1;
            lastKey = key;
            Epoll.Member member = epoll.add(socket, key);
            strangers.put(key, new Stranger(key, socket, member));
            admitted = true;
        } finally {
            if (!admitted) {
                socket.close();
            }
        }
    }

    /**
     * Says it once for each shortage, however many tries that lasts. The counter has one writer.
     */
    @SuppressWarnings({"NonAtomicVolatileUpdate", "NonAtomicOperationOnVolatileField"})
    private void onRefusal(String reason) {
        refusals++;
        pause();
        if (!isShort) {
            LOG.warn(
                    "connections wait until they can be received port={} reason={}; if this"
                            + " process has too few open files, raise its limit (ulimit -n)",
                    door.address().getPort(),
                    reason);
            isShort = true;
        }
    }

    /** How often the kernel has refused to hand a connection over. */
    int refusals() {
        return refusals;
    }

    /** The kernel has no more descriptors or memory: tries again after a while. */
    private void pause() {
        if (!strangers.isEmpty()) {
            strangers.firstEntry().getValue().leave();
        }
        try {
            doorMember.lookFor(0);
        } catch (IOException e) {
            LOG.debug("the port is closed", e);
        }
        isPaused = true;
        pausedUntil = System.nanoTime() + PAUSE_NS;
    }

    /** Gives the port back and closes who waits there. */
    @Override
    public void close() {
        closed = true;
        door.close();
        epoll.wake();
        expected.values().forEach(admission -> admission.socket().cancel(false));
        if (Thread.currentThread() != thread) {
            try {
                thread.join(JOIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final class Stranger {

        private final int key;
        private final StreamSocket socket;
        private final Epoll.Member member;
        private final long deadline = System.nanoTime() + deadlineNs;
        private final byte[] hello = new byte[Ticket.HELLO_LENGTH + 1]; // to see who says more
        private int length;

        Stranger(int key, StreamSocket socket, Epoll.Member member) {
            this.key = key;
            this.socket = socket;
            this.member = member;
        }

        void listen() {
            int got = socket.receive(hello, length, hello.length - length);
            if (got == -Errno.EAGAIN) {
                return;
            }
            length += Math.max(0, got);
            boolean good =
                    got > 0
                            && length <= Ticket.HELLO_LENGTH
                            && TcpLinkProvider.TICKETS.mayBeGreeting(hello, length);
            if (!good || length == Ticket.HELLO_LENGTH && !isAdmitted()) {
                leave();
            }
        }

        private boolean isAdmitted() {
            Admission admission = expected.get(TcpLinkProvider.TICKETS.nameIn(hello));
            if (admission == null || !admission.ticket().isHello(Arrays.copyOf(hello, length))) {
                return false;
            }
            expected.remove(admission.ticket().name(), admission);
            byte[] welcome = admission.ticket().welcome();
            if (socket.send(welcome, 0, welcome.length) != welcome.length) {
                return false;
            }
            strangers.remove(key);
            try {
                member.lookFor(0);
            } catch (IOException e) {
                LOG.debug("an admitted connection could not leave the reception", e);
                return false;
            }
            return admission.socket().complete(socket);
        }

        void leave() {
            strangers.remove(key);
            socket.close();
        }
    }
}
