package org.activeobjects.transport.netty;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.contract.FrameRecorder;
import org.activeobjects.transport.contract.LinkPair;
import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkContext;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkSession;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * Starts the link and opens one while this process has no descriptors left, and says what has come
 * of it. All classes are loaded before: that takes descriptors, too.
 */
public final class FewDescriptorsMain {

    private static final ArrayDeque<FileInputStream> TAKEN = new ArrayDeque<>();

    private FewDescriptorsMain() {}

    public static void main(String[] args) throws Exception {
        LinkContext context =
                new LinkContext(RuntimeId.random(), "this host", TransportConfig.defaults());
        NettyLinkProvider provider = new NettyLinkProvider();
        try (LinkPair pair =
                LinkPair.open(
                        provider, context.config(), new FrameRecorder(), new FrameRecorder())) {
            System.out.println("before " + pair.near.isOpen());
        }
        try (LinkService here = provider.start(context);
                LinkService there = provider.start(context)) {
            LinkSession session =
                    new LinkSession(
                            LinkPair.cardOf(context, provider, there),
                            there.offer(),
                            LinkPair.newKey(),
                            new FrameRecorder());
            takeAll();
            try (LinkService third = provider.start(context)) {
                System.out.println("started " + third.offer());
            } catch (LinkUnavailableException e) {
                System.out.println("start: " + e.getMessage());
            }
            try (Link link = here.propose(session).complete(new byte[0])) {
                System.out.println("opened " + link.describe());
            } catch (LinkUnavailableException e) {
                System.out.println("open: " + e.getMessage());
            }
            giveBackAll();
        }
        System.out.println("DONE");
    }

    private static void takeAll() {
        try {
            while (true) {
                TAKEN.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            System.out.println("taken " + TAKEN.size());
        }
    }

    private static void giveBackAll() throws IOException {
        while (!TAKEN.isEmpty()) {
            TAKEN.pop().close();
        }
    }
}
