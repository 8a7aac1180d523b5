package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.SerializationException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.tag.Tag;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What cannot be sent, and what the other runtime does not know: always an answer that says so. */
@Timeout(60)
class RemoteCodecErrorsTest {

    /** What the calls carry. */
    public static class Fruit {
        Object stone;
    }

    /** A class file that no class path has: a fruit that only its maker knows. */
    private static final class Orchard extends ClassLoader {

        Orchard() {
            super(RemoteCodecErrorsTest.class.getClassLoader());
        }

        Fruit unknown() {
            ClassDesc fruit = Fruit.class.describeConstable().orElseThrow();
            byte[] bytes =
                    ClassFile.of()
                            .build(
                                    ClassDesc.of("org.acme.Durian"),
                                    type ->
                                            type.withSuperclass(fruit)
                                                    .withFlags(ClassFile.ACC_PUBLIC)
                                                    .withMethodBody(
                                                            ConstantDescs.INIT_NAME,
                                                            MethodTypeDesc.of(
                                                                    ConstantDescs.CD_void),
                                                            ClassFile.ACC_PUBLIC,
                                                            code ->
                                                                    code.aload(0)
                                                                            .invokespecial(
                                                                                    fruit,
                                                                                    "<init>",
                                                                                    MethodTypeDesc
                                                                                            .of(
                                                                                                    ConstantDescs
                                                                                                            .CD_void))
                                                                            .return_()));
            try {
                return (Fruit)
                        defineClass("org.acme.Durian", bytes, 0, bytes.length)
                                .getConstructor()
                                .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Takes fruits and gives some. */
    public static class Market {
        private int taken;

        public Market() {}

        public Market(String name, Fruit first) {}

        public Fruit giveUnknownWithin() {
            return withUnknown();
        }

        public IntWrapper take(Fruit fruit) {
            taken++;
            return new IntWrapper(taken);
        }

        public void drop(Fruit fruit) {
            taken++;
        }

        public Fruit giveUnknown() {
            return new Orchard().unknown();
        }

        public Fruit giveUnsendable() {
            Fruit fruit = new Fruit();
            fruit.stone = Map.of("seeds", List.of(new Thread()));
            return fruit;
        }

        public IntWrapper taken() {
            return new IntWrapper(taken);
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Market market;

    RemoteCodecErrorsTest() {
        here.makeDefault();
        market = PAActiveObject.newActive(Market.class, new Object[0], here.connect(there.card()));
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private static Fruit withUnknown() {
        Fruit fruit = new Fruit();
        fruit.stone = Map.of("seeds", List.of(1, new Orchard().unknown()));
        return fruit;
    }

    private String urlThere() {
        return there.node().url();
    }

    @Test
    void whatCannotBeSentFailsAtTheCallerAndNothingArrives() {
        Fruit fruit = new Fruit();
        fruit.stone = new Object[] {1, new ArrayList<>(List.of(new Thread()))};

        assertThatThrownBy(() -> market.take(fruit))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("path=arguments[0](Fruit).stone[1][0]")
                .hasMessageContaining("take")
                .hasMessageContaining("; ");
        assertThatThrownBy(() -> market.drop(fruit)).isInstanceOf(SerializationException.class);
        assertThat(market.taken().getIntValue()).isZero();
    }

    @Test
    void aClassThatTheReceiverDoesNotKnowIsTheAnswer() {
        Fruit unknown = new Orchard().unknown();

        assertThatThrownBy(() -> market.take(unknown).getIntValue())
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=org.acme.Durian")
                .hasMessageContaining("take")
                .hasMessageContaining("in " + urlThere())
                .hasMessageContaining("put it on the class path");
        assertThat(market.taken().getIntValue()).isZero();
    }

    @Test
    void thePathOfWhatCannotBeDecodedIsThatOfWhatCannotBeEncoded() {
        assertThatThrownBy(() -> market.take(withUnknown()).getIntValue())
                .hasMessageContaining("value cannot be decoded: class=org.acme.Durian")
                .hasMessageNotContaining(" at=") // none of the user's code has thrown
                .hasMessageContaining(" path=arguments[0](Fruit).stone[seeds][1] ");
        assertThatThrownBy(() -> PAFuture.getFutureValue(market.giveUnknownWithin()))
                .hasMessageContaining("value cannot be decoded: class=org.acme.Durian")
                .hasMessageContaining(" path=value(Fruit).stone[seeds][1] ");
        Object[] arguments = {"name", withUnknown()};
        assertThatThrownBy(
                        () ->
                                PAActiveObject.newActive(
                                        Market.class, arguments, here.connect(there.card())))
                .hasMessageContaining("value cannot be decoded: class=org.acme.Durian")
                .hasMessageContaining(" path=arguments[1](Fruit).stone[seeds][1] ");
    }

    @Test
    void thePathOfWhatGoesWithACallIsThatOfWhatCannotBeEncoded() {
        PAMessageTagging.getCurrentTags().addTag(new Tag("fruit", withUnknown()));
        try {
            assertThatThrownBy(() -> market.taken().getIntValue())
                    .hasMessageContaining("value cannot be decoded: class=org.acme.Durian")
                    .hasMessageContaining(" path=context[1](ArrayList)[0].data.stone[seeds][1] ");
        } finally {
            PAMessageTagging.getCurrentTags().removeTag("fruit");
        }
    }

    @Test
    void aClassInAResultThatTheCallerDoesNotKnowEndsTheWait() {
        Fruit result = market.giveUnknown();

        assertThatThrownBy(() -> PAFuture.getFutureValue(result))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=org.acme.Durian")
                .hasMessageMatching("(?s).*answer of Market#\\d+\\.giveUnknown of ao://.*")
                .hasMessageContaining("from " + urlThere())
                .hasMessageContaining("put it on the class path");
    }

    @Test
    void aResultThatCannotBeSentIsAnExceptionWithThePath() {
        Fruit result = market.giveUnsendable();

        assertThatThrownBy(() -> PAFuture.getFutureValue(result))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class=java.lang.Thread")
                .hasMessageContaining("path=value(Fruit).stone[seeds][0]")
                .hasMessageMatching("(?s).*call=answer of Market#\\d+\\.giveUnsendable .*")
                .hasMessageContaining("from " + urlThere());
    }

    @Test
    void aOneWayCallThatCannotBeDecodedDoesNoHarmToThoseAfterIt() throws Exception {
        BlockingQueue<CallFailure> told = new LinkedBlockingQueue<>();
        PAException.setDefaultFailureHandler(told::add);
        try {
            market.drop(new Orchard().unknown());
            market.drop(new Fruit());

            assertThat(market.taken().getIntValue()).isEqualTo(1);
            // Its caller is told, by the runtime of the caller.
            CallFailure failure = told.poll(20, TimeUnit.SECONDS);
            assertThat(failure).isNotNull();
            assertThat(failure.method()).isEqualTo("drop");
            assertThat(failure.callee()).contains(" of " + urlThere());
            assertThat(failure.caller()).isEqualTo("a thread of no active object");
            assertThat(failure.exception())
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=org.acme.Durian");
        } finally {
            PAException.setDefaultFailureHandler(null);
        }
    }
}
