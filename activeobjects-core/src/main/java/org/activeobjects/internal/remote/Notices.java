package org.activeobjects.internal.remote;

import org.activeobjects.internal.alive.Soon;
import org.activeobjects.internal.codec.ClassNotice;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.lease.LeaseNotice;
import org.activeobjects.internal.lease.LeaseOutlet;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * What a runtime tells others that is neither a call nor an answer: which classes it knows,
 * credits, arrivals, and what becomes of references.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Notices implements LeaseOutlet {

    private static final Logger LOG = LogManager.getLogger(Notices.class);

    private final Messenger messenger;

    Notices(Messenger messenger) {
        this.messenger = messenger;
    }

    /** Tells another runtime which of its classes are known here by number. */
    void tellClasses(RuntimeId owner, int[] numbers) {
        EncodedMessage message = messenger.newMessage();
        new ClassNotice(numbers).write(message);
        Wire.kind(message.head(), Wire.CLASSES, (byte) 0, (byte) 0);
        postSoon(owner, message);
    }

    /** Tells another runtime two numbers. */
    void tell(RuntimeId to, byte kind, long number, long value) {
        EncodedMessage message = messenger.newMessage();
        Wire.kind(message.head(), kind, (byte) 0, (byte) 0);
        Wire.callee(message.head(), number);
        Wire.requestId(message.head(), value);
        postSoon(to, message);
    }

    /** Posts by a thread that may wait; nothing if who it is for is gone. */
    private void postSoon(RuntimeId to, EncodedMessage message) {
        Soon.run("notice to " + to, () -> postOrForget(to, message));
    }

    private void postOrForget(RuntimeId to, EncodedMessage message) {
        try {
            messenger.postRaw(to, LeaseNotice.STREAM, message);
        } catch (TransportException | IllegalStateException e) {
            LOG.debug("notice not sent, who it is for is gone: {}", to, e);
        }
    }

    @Override
    public void notify(RuntimeId to, String card, LeaseNotice notice) {
        if (!card.isEmpty()) {
            messenger.transport().learn(RuntimeCard.parse(card));
        }
        EncodedMessage message = messenger.newMessage();
        notice.write(message);
        Wire.kind(message.head(), Wire.LEASE, (byte) 0, notice.what());
        messenger.postRaw(to, LeaseNotice.STREAM, message);
    }
}
