package org.activeobjects.internal.service;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What most bodies never need: their queue as an object, held senders, states of extensions. */
final class BodyExtras {

    private static final Logger LOG = LogManager.getLogger(BodyExtras.class);

    final BodyQueue queue;
    final HeldBack held = new HeldBack();
    final ConcurrentMap<Class<?>, Object> states = new ConcurrentHashMap<>();

    final Beside beside;

    BodyExtras(LocalBody body) {
        this.queue = new BodyQueue(body, body.mailbox());
        this.beside = new Beside(body);
    }

    /** Lets the extensions clean up when the life of the body is over. */
    void closeStates() {
        for (Object state : states.values()) {
            if (state instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    LOG.warn("state of an extension was not closed: state={}", state, e);
                }
            }
        }
    }
}
