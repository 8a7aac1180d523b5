package org.activeobjects.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedRequestException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.EncodedMessage;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.runtime.CoreRuntime;
import org.activeobjects.internal.stub.MethodTable;
import org.activeobjects.node.Delivery;
import org.activeobjects.spi.Creation;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;

/** A runtime that gets messages which no runtime of ours would send. */
@Timeout(60)
class HostileMessagesTest {

    /** Answers. */
    public static class Answerer {

        public IntWrapper twice(IntWrapper number) {
            return new IntWrapper(2 * number.getIntValue());
        }
    }

    /** Serves by name and by argument only, and so reads each request before it takes it. */
    public static class Selective extends Answerer implements RunActive {

        @Override
        public void runActivity(Body body) {
            Service service = new Service(body);
            while (body.isActive()) {
                service.blockingServeOldest(
                        request ->
                                request.getMethodName().equals("twice")
                                        && request.getParameter(0) instanceof IntWrapper);
            }
        }
    }

    private final CoreRuntime here = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final CoreRuntime there = new CoreRuntime(TransportConfig::defaults, Delivery.ORDERED);
    private final Answerer answerer;

    HostileMessagesTest() {
        here.makeDefault();
        answerer =
                Creation.createAll(
                                Answerer.class,
                                new Object[][] {null},
                                List.of(here.connect(there.card())),
                                false)
                        .getFirst();
    }

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
    }

    private EncodedMessage request(Object... arguments) {
        EncodedMessage message = here.messenger().newMessage();
        here.codec().encode(message, arguments, "hostile call");
        Wire.kind(message.head(), Wire.REQUEST, (byte) 0, (byte) 0);
        Wire.callee(message.head(), 1);
        return message;
    }

    private Object answer(EncodedMessage message) throws Throwable {
        Promise promise = new Promise(Object.class, "hostile call");
        here.messenger().post(there.messenger().self(), 1, message, promise);
        return promise.get(20_000);
    }

    private void assertStillAnswers() {
        assertThat(answerer.twice(new IntWrapper(21)).getIntValue()).isEqualTo(42);
    }

    @Test
    void saysThatCallerAndCalleeDoNotHaveTheSameClass() {
        EncodedMessage message = request(new IntWrapper(1));
        Wire.method(message.head(), 0, 4711);

        assertThatThrownBy(() -> answer(message))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("do not have the same class")
                .hasMessageContaining(Answerer.class.getName())
                .hasMessageContaining(Long.toHexString(4711));
        assertStillAnswers();
    }

    @Test
    void answersACallOfAnObjectThatNeverWas() {
        EncodedMessage message = request(new IntWrapper(1));
        Wire.callee(message.head(), 999);

        assertThatThrownBy(() -> answer(message))
                .isInstanceOf(BodyTerminatedRequestException.class)
                .hasMessageContaining("number=999");
        assertStillAnswers();
    }

    @Test
    void answersASystemCallThatDoesNotExist() {
        assertThatThrownBy(
                        () ->
                                here.messenger()
                                        .systemCall(
                                                there.messenger().self(),
                                                (byte) 99,
                                                "x",
                                                0,
                                                new Object[0])
                                        .get(20_000))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("op=99");
        assertStillAnswers();
    }

    @ParameterizedTest
    @ValueSource(bytes = {Wire.SYSTEM, Wire.MARK, Wire.EXTENSION})
    void answersAQuestionThatItCannotTake(byte kind) {
        EncodedMessage message = here.messenger().newMessage();
        ByteBuffer.wrap(message.head())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(message.reserve(Integer.BYTES), -1);
        Wire.kind(message.head(), kind, (byte) 0, (byte) 0);
        Wire.carryReferences(message.head()); // which are not there

        assertThatThrownBy(() -> answer(message))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("references outside the message");
        assertStillAnswers();
    }

    @Test
    void answersACreationOfAClassThatItDoesNotHave() {
        assertThatThrownBy(
                        () ->
                                here.messenger()
                                        .systemCall(
                                                there.messenger().self(),
                                                SystemOps.CREATE,
                                                "org.acme.Missing",
                                                0,
                                                new Object[0])
                                        .get(20_000))
                .hasMessageContaining("org.acme.Missing")
                .hasMessageContaining("class path");
    }

    @Test
    void answersWhatASelectiveServiceCannotRead() {
        Selective selective =
                Creation.createAll(
                                Selective.class,
                                new Object[][] {null},
                                List.of(here.connect(there.card())),
                                false)
                        .getFirst();
        EncodedMessage unknownMethod = request(new IntWrapper(1));
        Wire.callee(unknownMethod.head(), 2);
        Wire.method(unknownMethod.head(), 0, 4711);
        EncodedMessage unreadable = request();
        Wire.callee(unreadable.head(), 2);
        MethodTable table = MethodTable.of(Selective.class);
        Wire.method(unreadable.head(), methodId(table), table.hash());

        assertThatThrownBy(() -> answer(unknownMethod))
                .hasMessageContaining("do not have the same class");
        assertThatThrownBy(() -> answer(unreadable))
                .hasMessageContaining("wrong number of arguments");
        assertThat(selective.twice(new IntWrapper(21)).getIntValue()).isEqualTo(42);
    }

    private static int methodId(MethodTable table) {
        return table.methods().stream()
                .filter(method -> method.name().equals("twice"))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void anAnswerOfAnotherCallOrOfNoneEndsNoCall() throws Throwable {
        Promise waiting = new Promise(Object.class, "call that is not answered");
        // A notice that nobody answers, posted as if one did: there it is dropped.
        EncodedMessage question = here.messenger().newMessage();
        Wire.kind(question.head(), Wire.CREDITS, (byte) 0, (byte) 0);
        here.messenger().post(there.messenger().self(), 1, question, waiting);
        long id = Wire.requestId(question.head());
        for (long other : new long[] {0, -1, id + 256, id - 256, id + (1L << 40), Long.MIN_VALUE}) {
            reply(other);
        }
        assertStillAnswers();
        assertThat(waiting.isDone()).isFalse();

        reply(id);
        assertThat(waiting.get(20_000)).isEqualTo(new IntWrapper(1));
        reply(id);
        assertStillAnswers();
    }

    /** By the same way as the answers of the runtime that it comes from. */
    private void reply(long id) {
        EncodedMessage message = there.messenger().newMessage();
        there.codec().encode(message, new Object[] {new IntWrapper(1)}, "hostile answer");
        Wire.kind(message.head(), Wire.REPLY, (byte) 0, (byte) 0);
        Wire.requestId(message.head(), id);
        there.messenger().postRaw(here.messenger().self(), 1, message);
    }

    @Test
    void survivesRandomBytesOfEveryKind() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            EncodedMessage message = new EncodedMessage();
            int length = random.nextInt(120);
            message.reserve(length);
            for (int at = 0; at < length; at++) {
                message.head()[at] = (byte) random.nextInt();
            }
            if (length > 0) {
                message.head()[0] = (byte) random.nextInt(7);
            }
            if (length >= Wire.HEADER) {
                Wire.callee(message.head(), random.nextInt(3));
            }
            // A termination would do what it says.
            if (length == 0 || message.head()[0] != Wire.TERMINATE) {
                here.messenger().postRaw(there.messenger().self(), 1, message);
            }
        }
        assertThat(answerer.twice(new IntWrapper(4)).getIntValue()).as("seed=" + seed).isEqualTo(8);
    }
}
