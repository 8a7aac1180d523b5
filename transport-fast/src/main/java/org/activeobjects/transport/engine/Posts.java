package org.activeobjects.transport.engine;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.error.TransportTimeoutException;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.message.OutboundMessage;
import org.activeobjects.transport.message.SelfMessages;
import org.activeobjects.transport.peer.Home;
import org.activeobjects.transport.peer.Peer;
import org.activeobjects.transport.progress.Progress;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.List;

/**
 * Sends messages of the message plane: at once, or waiting for room; a handler never waits.
 *
 * <p><b>Threading:</b> safe.
 */
final class Posts {

    private static final Logger LOG = LogManager.getLogger(Posts.class);

    private final Progress progress;
    private final Handlers handlers;
    private final SelfMessages selfMessages;
    private final TransportConfig config;

    Posts(Home home) {
        this.progress = home.progress();
        this.handlers = home.handlers();
        this.selfMessages = new SelfMessages(home.self(), handlers);
        this.config = home.config();
    }

    void postToSelf(int handler, int stream, byte[] head, int headLength, List<Slice> attachments) {
        requireFit(OutboundMessage.lengthOf(headLength, attachments));
        selfMessages.post(handler, stream, head, headLength, attachments);
    }

    /** Posts to a peer that has a link, or had one. */
    void post(
            Peer peer,
            int handler,
            int stream,
            byte[] head,
            int headLength,
            List<Slice> attachments,
            long timeoutNs) {
        boolean inHandler = handlers.mustNotWait(progress);
        if (attachments.isEmpty()
                && headLength <= config.maxMessageLength()
                && peer.messages().trySend(handler, stream, head, headLength, inHandler)) {
            return;
        }
        OutboundMessage message =
                new OutboundMessage(handler, stream, head, headLength, attachments);
        requireFit(message.length());
        if (inHandler) {
            startUnwaited(peer, message);
        } else {
            postAndWait(peer, message, timeoutNs);
        }
    }

    private void requireFit(long length) {
        if (length > config.maxMessageLength()) {
            throw new IllegalArgumentException(
                    "a message longer than maxMessageLength: length="
                            + length
                            + " maxMessageLength="
                            + config.maxMessageLength()
                            + "; post it in parts, or allow longer ones on both sides with"
                            + " TransportConfig.withMaxMessageLength");
        }
    }

    /** Starts a message for which nobody can wait: what is not sent at once is copied. */
    private void startUnwaited(Peer peer, OutboundMessage message) {
        if (!peer.messages().startUnwaited(message, handlers.debt())) {
            message.fail(peer.loss());
        }
        if (peer.hasOutput()) {
            progress.kick();
        }
        if (message.isComplete() && message.failure() != null) {
            throw message.failure();
        }
    }

    private void postAndWait(Peer peer, OutboundMessage message, long timeoutNs) {
        if (!peer.messages().start(message)) {
            message.fail(peer.loss());
        }
        long heartbeatNs = config.heartbeat().toNanos();
        boolean isOver = progress.await(message, Math.min(heartbeatNs, timeoutNs));
        if (!isOver && timeoutNs > heartbeatNs) {
            FaultLog.warn(
                    LOG,
                    "a post waits for room peer={} waitedFor={} what={} state={}",
                    peer,
                    config.heartbeat(),
                    message,
                    peer.describe());
            long left = timeoutNs == Long.MAX_VALUE ? timeoutNs : timeoutNs - heartbeatNs;
            isOver = progress.await(message, left);
        }
        if (!isOver && !message.isComplete()) {
            boolean isWithdrawn = peer.messages().giveUp(message);
            throw new TransportTimeoutException(
                    "no room for a post in time: peer=%s timeoutMs=%s what=%s; %s"
                            .formatted(
                                    peer,
                                    timeoutNs / 1_000_000,
                                    message,
                                    isWithdrawn
                                            ? "nothing was sent"
                                            : "it was begun and goes on from a copy"),
                    isWithdrawn);
        }
        if (message.failure() != null) {
            throw message.failure();
        }
    }
}
