package org.activeobjects.internal.remote;

import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.continuation.PassedFuture;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.Map;

/** Sends the result of a future to the runtimes that it was passed to, encoded once. */
final class FutureUpdate extends RemoteAnswer {

    private static final Logger LOG = LogManager.getLogger(FutureUpdate.class);

    private final RuntimeHost host;
    private final PassedFuture future;
    private final Map<RuntimeId, Integer> owed;

    FutureUpdate(RuntimeHost host, PassedFuture future, Map<RuntimeId, Integer> owed) {
        super(host, null, 0);
        this.host = host;
        this.future = future;
        this.owed = owed;
    }

    @Override
    EncodedMessage newMessage(Messenger messenger) {
        return messenger.newMessage(owed.keySet());
    }

    @Override
    public String toString() {
        return "answer of " + future.promise().description() + " to all it was passed on to";
    }

    @Override
    void post(EncodedMessage message) {
        byte[] head = message.head();
        Wire.kind(head, Wire.UPDATE, Wire.flags(head), (byte) 0);
        Wire.callee(head, future.number());
        owed.forEach(
                (runtime, messages) -> {
                    Wire.sender(head, messages);
                    try {
                        host.messenger().postRaw(runtime, Wire.stream(future.number()), message);
                    } catch (TransportException | IllegalStateException e) {
                        LOG.debug("update not sent, its receiver is gone: to={}", runtime, e);
                    }
                });
    }
}
