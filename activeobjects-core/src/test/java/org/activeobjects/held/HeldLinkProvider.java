package org.activeobjects.held;

import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.local.LocalLinkProvider;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The link {@code held}: the local one, whose receiver does not look at what comes from a runtime
 * as long as that is held.
 */
public final class HeldLinkProvider implements LinkProvider {

    static final String NAME = "held";

    private static final ReadWriteLock LOOKS = new ReentrantReadWriteLock();
    private static final Set<Way> HELD = ConcurrentHashMap.newKeySet();
    private static final Set<Way> ANSWERS = ConcurrentHashMap.newKeySet();
    private static final Set<Way> HAVE_ANSWER = ConcurrentHashMap.newKeySet();
    private static final Map<RuntimeId, Doorbell> BELLS = new ConcurrentHashMap<>();

    private final LinkProvider local = new LocalLinkProvider();

    /** For {@code ServiceLoader}. */
    public HeldLinkProvider() {}

    /** What one runtime sends to another. */
    private record Way(RuntimeId from, RuntimeId to) {}

    /**
     * Nothing of the one arrives at the other from now on. Waits for those who look at a link: they
     * have found before that nothing is held, and would take what is sent behind this.
     */
    public static void hold(RuntimeId from, RuntimeId to) {
        LOOKS.writeLock().lock();
        try {
            HELD.add(new Way(from, to));
        } finally {
            LOOKS.writeLock().unlock();
        }
    }

    /** Looks at a link for what has come, unless that is held. */
    static int poll(RuntimeId from, RuntimeId to, Link link, int limit) {
        LOOKS.readLock().lock();
        try {
            return isHeld(from, to) ? 0 : link.poll(limit);
        } finally {
            LOOKS.readLock().unlock();
        }
    }

    /** Lets arrive what was held, and what comes. */
    public static void release(RuntimeId from, RuntimeId to) {
        HELD.remove(new Way(from, to));
        BELLS.get(to).ring();
    }

    /** The next answer of the one to the other stays behind, and what would come after it. */
    public static void holdNextAnswer(RuntimeId from, RuntimeId to) {
        ANSWERS.add(new Way(from, to));
    }

    /** Whether the answer has been sent that stays behind. */
    public static boolean hasAnswer(RuntimeId from, RuntimeId to) {
        return HAVE_ANSWER.contains(new Way(from, to));
    }

    static void keepsAnswer(RuntimeId from, RuntimeId to, boolean keeps) {
        if (keeps) {
            HAVE_ANSWER.add(new Way(from, to));
        } else {
            HAVE_ANSWER.remove(new Way(from, to));
        }
    }

    /** Lets the answer go, before whatever is sent next. */
    public static void releaseAnswer(RuntimeId from, RuntimeId to) {
        ANSWERS.remove(new Way(from, to));
    }

    static boolean holdsAnswer(RuntimeId from, RuntimeId to) {
        return !ANSWERS.isEmpty() && ANSWERS.contains(new Way(from, to));
    }

    static boolean isHeld(RuntimeId from, RuntimeId to) {
        return !HELD.isEmpty() && HELD.contains(new Way(from, to));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 95;
    }

    @Override
    public LinkService start(LinkContext context) throws LinkUnavailableException {
        LinkService service = local.start(context);
        RuntimeId self = context.runtime();
        return new LinkService() {

            @Override
            public String offer() {
                return service.offer();
            }

            @Override
            public String whyNot(RuntimeCard peer, String offer) {
                return service.whyNot(peer, offer);
            }

            @Override
            public PendingLink propose(LinkSession session) throws LinkUnavailableException {
                return held(service.propose(session), session.peer().id());
            }

            @Override
            public PendingLink accept(LinkSession session, byte[] proposal)
                    throws LinkUnavailableException {
                return held(service.accept(session, proposal), session.peer().id());
            }

            private PendingLink held(PendingLink pending, RuntimeId peer) {
                return new PendingLink() {

                    @Override
                    public byte[] message() {
                        return pending.message();
                    }

                    @Override
                    public Link complete(byte[] answer) throws LinkUnavailableException {
                        return new HeldLink(pending.complete(answer), peer, self);
                    }

                    @Override
                    public void abandon() {
                        pending.abandon();
                    }
                };
            }

            @Override
            public Doorbell doorbell() {
                return service.doorbell();
            }

            @Override
            public void useDoorbell(Doorbell bell) {
                BELLS.put(self, bell);
                service.useDoorbell(bell);
            }

            @Override
            public void close() {
                service.close();
            }
        };
    }
}
