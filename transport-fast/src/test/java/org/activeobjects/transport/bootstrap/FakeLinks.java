package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.local.LocalLinkProvider;
import org.activeobjects.transport.spi.Doorbell;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Kinds of links of one runtime that work, or fail at one step; those that work are the link within
 * a JVM under other names.
 */
final class FakeLinks {

    /** Where a link fails. */
    enum Fails {
        NEVER,
        TO_START,
        STARTING_WITH_AN_ERROR,
        TO_OFFER,
        WITH_A_MISSING_CLASS,
        SAYS_WHY_NOT,
        CANNOT_SAY,
        TO_PROPOSE,
        WITH_A_FAULT,
        WITHOUT_MEMORY,
        WITH_AN_ERROR,
        TO_ACCEPT,
        ACCEPTING_WITH_A_FAULT,
        ACCEPTING_WITH_A_MISSING_CLASS,
        TO_COMPLETE,
        COMPLETING_WITH_A_MISSING_CLASS,
        COMPLETING_WITHOUT_MEMORY
    }

    /** What was tried, such as {@code fast.propose}. */
    final ConcurrentLinkedQueue<String> tried = new ConcurrentLinkedQueue<>();

    private final Map<String, Fails> kinds = new LinkedHashMap<>();
    private LinkService real;

    /** A kind, less preferred than those before it. */
    FakeLinks with(String name, Fails fails) {
        kinds.put(name, fails);
        return this;
    }

    /** As they are found on a class path. */
    Map<String, LinkProvider> known() {
        Map<String, LinkProvider> known = new LinkedHashMap<>();
        kinds.forEach((name, fails) -> known.put(name, new Provider(name, fails)));
        return known;
    }

    List<String> tried(String... steps) {
        List<String> found = new ArrayList<>(tried);
        found.removeIf(one -> Arrays.stream(steps).noneMatch(one::endsWith));
        return found;
    }

    private final class Provider implements LinkProvider {

        private final String name;
        private final Fails fails;

        Provider(String name, Fails fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int preference() {
            return 0;
        }

        @Override
        public LinkService start(LinkContext context) throws LinkUnavailableException {
            tried.add(name + ".start");
            if (fails == Fails.TO_START) {
                throw new LinkUnavailableException("no such hardware");
            }
            if (fails == Fails.WITH_A_MISSING_CLASS) {
                throw new NoClassDefFoundError("some/Library");
            }
            if (fails == Fails.STARTING_WITH_AN_ERROR) {
                throw new AssertionError("on purpose");
            }
            if (real == null) {
                real = new LocalLinkProvider().start(context);
            }
            return new Service(name, fails);
        }
    }

    private final class Service implements LinkService {

        private final String name;
        private final Fails fails;

        Service(String name, Fails fails) {
            this.name = name;
            this.fails = fails;
        }

        private void failIf(Fails step, String text) throws LinkUnavailableException {
            if (fails == step) {
                throw new LinkUnavailableException(text);
            }
        }

        @Override
        public String offer() {
            if (fails == Fails.TO_OFFER) {
                throw new AssertionError("on purpose");
            }
            return name;
        }

        @Override
        public void useDoorbell(Doorbell bell) {
            real.useDoorbell(bell);
        }

        @Override
        public String whyNot(RuntimeCard peer, String offer) {
            if (fails == Fails.CANNOT_SAY) {
                throw new IllegalStateException("on purpose");
            }
            return fails == Fails.SAYS_WHY_NOT ? "too far away" : null;
        }

        @Override
        public PendingLink propose(LinkSession session) throws LinkUnavailableException {
            tried.add(name + ".propose");
            failIf(Fails.TO_PROPOSE, "no room");
            if (fails == Fails.WITH_A_FAULT) {
                throw new IllegalStateException("on purpose");
            }
            if (fails == Fails.WITHOUT_MEMORY) {
                throw new OutOfMemoryError("on purpose");
            }
            if (fails == Fails.WITH_AN_ERROR) {
                throw new AssertionError("on purpose");
            }
            return new Half(real.propose(session));
        }

        @Override
        public PendingLink accept(LinkSession session, byte[] proposal)
                throws LinkUnavailableException {
            tried.add(name + ".accept");
            failIf(Fails.TO_ACCEPT, "not welcome");
            if (fails == Fails.ACCEPTING_WITH_A_FAULT) {
                throw new IllegalStateException("on purpose");
            }
            if (fails == Fails.ACCEPTING_WITH_A_MISSING_CLASS) {
                throw new NoClassDefFoundError("some/Library");
            }
            return new Half(real.accept(session, proposal));
        }

        @Override
        public Memory allocate(long bytes) {
            return new Lent(Arena.ofAuto().allocate(bytes), () -> tried.add(name + ".release"));
        }

        @Override
        public void close() {
            tried.add(name + ".close");
            real.close();
        }

        private final class Half implements PendingLink {

            private final PendingLink half;

            Half(PendingLink half) {
                this.half = half;
            }

            @Override
            public byte[] message() {
                return half.message();
            }

            @Override
            public Link complete(byte[] answer) throws LinkUnavailableException {
                tried.add(name + ".complete");
                failIf(Fails.TO_COMPLETE, "broken in the midst");
                if (fails == Fails.COMPLETING_WITH_A_MISSING_CLASS) {
                    throw new NoClassDefFoundError("some/Library");
                }
                if (fails == Fails.COMPLETING_WITHOUT_MEMORY) {
                    throw new OutOfMemoryError("on purpose");
                }
                return new Named(name, half.complete(answer));
            }

            @Override
            public void abandon() {
                tried.add(name + ".abandon");
                half.abandon();
            }
        }
    }

    private record Lent(MemorySegment segment, Runnable giveBack) implements LinkService.Memory {

        @Override
        public void release() {
            giveBack.run();
        }
    }

    /** A link under another name. */
    private record Named(String name, Link link) implements Link {

        @Override
        public int maxPayload() {
            return link.maxPayload();
        }

        @Override
        public int chunkLength(long messageLength) {
            return link.chunkLength(messageLength);
        }

        @Override
        public boolean trySend(FrameHeader header, Slice payload, long offset, int length) {
            return link.trySend(header, payload, offset, length);
        }

        @Override
        public boolean isPolled() {
            return link.isPolled();
        }

        @Override
        public int poll(int limit) {
            return link.poll(limit);
        }

        @Override
        public boolean hasInput() {
            return link.hasInput();
        }

        @Override
        public String describe() {
            return name + " " + link.describe();
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
