package org.activeobjects.transport.tcp;

import org.activeobjects.transport.posix.socket.Epoll;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The open links of one runtime. With a few of them, each is asked by itself whether something has
 * come; with more, the kernel is asked for all of them once in a round.
 *
 * <p><b>Threading:</b> safe.
 */
final class LinkSet {

    /** Up to so many links, asking each costs less than asking for all. */
    private static final int ASKED_ONE_BY_ONE = 2;

    private static final int ANSWERS = 64;

    private final Epoll epoll;
    private final Epoll.Look look;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile TcpLink[] byKey = {};
    private volatile int count;
    private int pollsSinceLook;

    LinkSet(Epoll epoll) {
        this.epoll = epoll;
        this.look = epoll.new Look(ANSWERS);
    }

    /** Takes a link in, and gives it its membership. */
    synchronized void add(TcpLink link) throws IOException {
        int key = 0;
        while (key < byKey.length && byKey[key] != null) {
            key++;
        }
        TcpLink[] changed = Arrays.copyOf(byKey, Math.max(byKey.length, key + 1));
        changed[key] = link;
        link.joined(epoll.add(link.socket(), key));
        byKey = changed;
        count++;
        if (count > ASKED_ONE_BY_ONE) {
            watchInput(); // from now on the kernel is asked for all of them
        }
    }

    /** Has the kernel look for input of all links. */
    synchronized void watchInput() {
        for (TcpLink link : byKey) {
            if (link != null) {
                link.watchInput();
            }
        }
    }

    /** Has it look no more, if each link is asked by itself. */
    synchronized void leaveInput() {
        for (int key = 0; count <= ASKED_ONE_BY_ONE && key < byKey.length; key++) {
            if (byKey[key] != null) {
                byKey[key].leaveInput();
            }
        }
    }

    synchronized void remove(TcpLink link) {
        TcpLink[] changed = byKey.clone();
        for (int key = 0; key < changed.length; key++) {
            if (changed[key] == link) {
                changed[key] = null;
                byKey = changed;
                count--;
            }
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The link of a key that the kernel has told; null if it has gone meanwhile. */
    TcpLink get(int key) {
        TcpLink[] now = byKey;
        return key >= 0 && key < now.length ? now[key] : null;
    }

    synchronized TcpLink[] all() {
        return Arrays.stream(byKey).filter(link -> link != null).toArray(TcpLink[]::new);
    }

    /** Sends what links have kept back. */
    void sendKeptBack() {
        for (TcpLink link : byKey) {
            if (link != null) {
                link.sendKeptBack();
            }
        }
    }

    /**
     * Whether it is worth to receive from a link. False at most once in a round over all links
     * after something has come.
     */
    boolean mayHaveInput(TcpLink link) {
        if (link.isReady() || count <= ASKED_ONE_BY_ONE) {
            return true;
        }
        if (++pollsSinceLook < count || !looking.compareAndSet(false, true)) {
            return false;
        }
        try {
            pollsSinceLook = 0;
            int answers = look.now();
            for (int i = 0; i < answers; i++) {
                TcpLink ready = get(look.key(i));
                if (ready != null) {
                    ready.setReady();
                }
            }
        } finally {
            looking.set(false);
        }
        return link.isReady();
    }
}
