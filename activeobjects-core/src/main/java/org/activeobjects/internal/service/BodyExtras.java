package org.activeobjects.internal.service;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What most bodies never need: their queue as an object, held senders, states of extensions. */
final class BodyExtras {

    final BodyQueue queue;
    final HeldBack held = new HeldBack();
    final ConcurrentMap<Class<?>, Object> states = new ConcurrentHashMap<>();

    BodyExtras(BodyQueue queue) {
        this.queue = queue;
    }
}
