import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store of numbers over active messages: {@code KeyValue serve}, then {@code KeyValue use PORT}.
 */
public final class KeyValue {
    private static final int PUT = 1;
    private static final int GET = 2;
    private static final int STOP = 3;
    private static final int DONE = 4;
    private static final int VALUE = 5;

    private final Map<Long, Long> store = new ConcurrentHashMap<>();
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile long value;

    private KeyValue() {}

    public static void main(String[] args) throws InterruptedException {
        TransportConfig config = TransportConfig.defaults().withJob("key-value", null);
        try (Transport transport = Transport.open(config)) {
            KeyValue own = new KeyValue();
            // The table is open before others know the port: nobody can ask too early.
            ActiveMessages messages = transport.openActiveMessages("store", own::register);
            if (args[0].equals("serve")) {
                System.out.println("port " + transport.card().port());
                own.stopped.await();
                System.out.println("served " + own.store.size());
            } else {
                RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(args[1]));
                own.use(messages.target(card.id()));
            }
        }
    }

    /** Handlers run on the thread that moves the link: short, and they never wait. */
    private void register(ActiveMessages.Table table) {
        table.onRequest(
                PUT,
                "put",
                request -> {
                    store.put(request.word(0), request.word(1));
                    request.reply(DONE);
                });
        table.onRequest(
                GET,
                "get",
                request -> request.reply(VALUE, store.getOrDefault(request.word(0), -1L)));
        table.onRequest(
                STOP,
                "stop",
                request -> {
                    request.reply(DONE);
                    stopped.countDown();
                });
        table.onReply(DONE, "done", reply -> done.incrementAndGet());
        table.onReply(
                VALUE,
                "value",
                reply -> {
                    value = reply.word(0);
                    done.incrementAndGet();
                });
    }

    private void use(ActiveMessages.Target server) {
        for (long key = 0; key < 10_000; key++) {
            server.request(PUT, key, key * key);
        }
        awaitDone(server, 10_000);
        server.request(GET, 99);
        awaitDone(server, 10_001);
        System.out.println("value " + value);
        server.request(STOP);
        awaitDone(server, 10_002);
    }

    private void awaitDone(ActiveMessages.Target server, int wanted) {
        if (!server.await(() -> done.get() == wanted, Duration.ofSeconds(30))) {
            throw new IllegalStateException("done=" + done + " wanted=" + wanted);
        }
    }
}
