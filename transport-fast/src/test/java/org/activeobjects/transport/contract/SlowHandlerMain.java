package org.activeobjects.transport.contract;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Has one handler that never ends run, of the kind and over the link that the arguments name. */
public final class SlowHandlerMain {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private SlowHandlerMain() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments folder for shared memory; link; kind of handler; {@code itself} or {@code
     *     peer}
     */
    public static void main(String[] arguments) {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("slow", TransportConfig.newSecret())
                        .withSharedMemory(Path.of(arguments[0]))
                        .withLinks(arguments[1]);
        Transport one = Transport.open(config);
        Transport other = Transport.open(config);
        one.learn(other.card());
        other.learn(one.card());
        Consumer<ActiveMessages.Table> handlers =
                table ->
                        table.onRequest(1, "slowRequest", request -> hang())
                                .onRequest(2, "ask", request -> request.reply(3))
                                .onReply(3, "slowReply", reply -> hang())
                                .onBulk(4, "slowRoom", bulk -> hang(), bulk -> {})
                                .onBulk(5, "slowBulk", Slice.EMPTY, bulk -> hang());
        boolean isToItself = arguments[3].equals("itself");
        Transport to = isToItself ? one : other;
        to.handle(1, (from, stream, head, attachments) -> hang());
        ActiveMessages table = one.openActiveMessages("test", handlers);
        if (!isToItself) {
            to.openActiveMessages("test", handlers);
        }
        ActiveMessages.Target target = table.target(to.card().id());
        switch (arguments[2]) {
            case "message" -> one.post(to.card().id(), 1, 0, new byte[1], 1, List.of());
            case "slowRequest" -> target.request(1);
            case "slowReply" -> target.request(2);
            case "slowRoom" -> target.bulk(4, Slice.EMPTY, new long[0], 0);
            case "slowBulk" -> target.bulk(5, Slice.EMPTY, new long[0], 0);
            default -> throw new IllegalArgumentException(arguments[2]);
        }
        hang();
    }

    private static Slice hang() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return null;
    }
}
