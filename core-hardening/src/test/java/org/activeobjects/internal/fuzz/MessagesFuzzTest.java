package org.activeobjects.internal.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.remote.Wire;
import org.activeobjects.transport.MessageHandler;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;

/**
 * Whole messages of a peer: requests, replies, orders, system calls. The transport is one that
 * keeps the handler and sends nothing.
 */
class MessagesFuzzTest {

    private static final Codec CODEC = Specimen.codec();
    private static final RuntimeId PEER = new RuntimeId(2, 2);

    private MessageHandler handler;
    private Messenger messenger;

    private Transport transport() {
        RuntimeId self = new RuntimeId(1, 1);
        RuntimeCard card = new RuntimeCard(self, "host", "kernel", 9, "127.0.0.1", 5, Map.of());
        return (Transport)
                Proxy.newProxyInstance(
                        Transport.class.getClassLoader(),
                        new Class<?>[] {Transport.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                handler = (MessageHandler) arguments[1];
                            }
                            return method.getName().equals("card") ? card : null;
                        });
    }

    private RuntimeHost host() {
        return (RuntimeHost)
                Proxy.newProxyInstance(
                        RuntimeHost.class.getClassLoader(),
                        new Class<?>[] {RuntimeHost.class},
                        (_, method, _) ->
                                switch (method.getName()) {
                                    case "codec" -> CODEC;
                                    case "messenger" -> messenger;
                                    case "isThis", "isClosed" -> false;
                                    case "onSystemCall" ->
                                            throw new ActiveObjectException("no such call");
                                    default -> null;
                                });
    }

    /** One call waits for its answer, with the id that the first call of a runtime has. */
    @FuzzTest
    void neverThrowAndEndAtMostTheCallThatTheyAnswer(byte[] bytes) throws Exception {
        messenger = new Messenger(host(), transport());
        Promise waiting = new Promise(Object.class, "a call");
        messenger.post(PEER, 0, messenger.newMessage(), waiting);

        handler.onMessage(PEER, 0, bytes, new Object[] {new double[100]});

        boolean answered = bytes.length >= Wire.HEADER && Wire.kind(bytes) == Wire.REPLY;
        if (!waiting.isDone()) {
            assertThat(answered && Wire.requestId(bytes) == 1).isFalse();
            return;
        }
        assertThat(answered).isTrue();
        try {
            waiting.get(0);
        } catch (ActiveObjectException e) {
            assertThat(e.getMessage()).isNotBlank();
        } catch (Throwable e) {
            // The exception of the method, as the peer says.
            assertThat(Wire.flags(Arrays.copyOf(bytes, Wire.HEADER))).isEqualTo(Wire.FAILED);
            assertThat(e).isNotInstanceOf(ClassCastException.class);
        }
    }
}
