package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.spi.Link;
import org.activeobjects.transport.spi.LinkProvider;
import org.activeobjects.transport.spi.LinkService;
import org.activeobjects.transport.spi.LinkService.PendingLink;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A kind of link whose first one, when it is taken into use, has something else happen first. */
final class HeldLinks {

    private static final List<Class<?>> KINDS =
            List.of(LinkProvider.class, LinkService.class, PendingLink.class, Link.class);

    private final String method;
    private final AtomicReference<Runnable> before;

    private HeldLinks(String method, Runnable before) {
        this.method = method;
        this.before = new AtomicReference<>(before);
    }

    /**
     * The kinds of link to open a transport with.
     *
     * @param link the only one
     * @param method of {@link Link}: {@code directLane} is asked before a link is known to those
     *     who send, {@code isPolled} when it is
     * @param before runs where that is called, the first time
     */
    static Map<String, LinkProvider> of(String link, String method, Runnable before) {
        LinkProvider real = LinkServices.known().get(link);
        return Map.of(link, (LinkProvider) new HeldLinks(method, before).around(real));
    }

    private Object around(Object real) {
        for (Class<?> kind : KINDS) {
            if (kind.isInstance(real)) {
                return Proxy.newProxyInstance(
                        kind.getClassLoader(),
                        new Class<?>[] {kind},
                        (_, called, arguments) -> {
                            if (called.getName().equals(method) && real instanceof Link) {
                                first();
                            }
                            try {
                                return around(called.invoke(real, arguments));
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
            }
        }
        return real;
    }

    private void first() {
        Runnable now = before.getAndSet(null);
        if (now != null) {
            now.run();
        }
    }
}
