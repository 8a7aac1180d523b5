package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.service.LocalBody;

import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * The names under which active objects of one runtime can be looked up.
 *
 * <p><b>Threading:</b> safe. While there is a name, a thread that is no daemon keeps the JVM alive.
 */
final class Names {

    private final TreeMap<String, LocalBody> bodies = new TreeMap<>();
    private CountDownLatch keepAlive;

    synchronized void register(String name, LocalBody body, boolean rebind) {
        if (name.isEmpty() || name.contains("/") || name.startsWith("@")) {
            throw new IllegalArgumentException(
                    "a name is not empty, has no / and does not begin with @: name=" + name);
        }
        LocalBody holder = bodies.get(name);
        if (holder != null && holder.isAlive() && !rebind) {
            throw new ActiveObjectException(
                    "name is taken: name="
                            + name
                            + " by="
                            + holder.getName()
                            + "; unregister it, or register with rebind=true");
        }
        bodies.put(name, body);
        if (keepAlive == null) {
            CountDownLatch latch = new CountDownLatch(1);
            keepAlive = latch;
            Thread.ofPlatform()
                    .daemon(false)
                    .name("registered active objects")
                    .start(() -> awaitUninterruptibly(latch));
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean released = false;
        while (!released) {
            try {
                latch.await();
                released = true;
            } catch (InterruptedException e) {
                // Nobody but a debugger interrupts this thread, and it has nothing to stop.
                released = latch.getCount() == 0;
            }
        }
    }

    synchronized LocalBody find(String name) {
        LocalBody body = bodies.get(name);
        return body != null && body.isAlive() ? body : null;
    }

    synchronized boolean unregister(String name) {
        boolean known = bodies.remove(name) != null;
        releaseIfEmpty();
        return known;
    }

    synchronized void unregister(LocalBody body) {
        if (bodies.values().removeIf(registered -> registered == body)) {
            releaseIfEmpty();
        }
    }

    synchronized String[] list() {
        return bodies.keySet().toArray(String[]::new);
    }

    synchronized void clear() {
        bodies.clear();
        releaseIfEmpty();
    }

    private void releaseIfEmpty() {
        if (bodies.isEmpty() && keepAlive != null) {
            keepAlive.countDown();
            keepAlive = null;
        }
    }
}
