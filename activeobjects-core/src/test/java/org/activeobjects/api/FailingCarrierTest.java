package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.api.TenantCarrier.When;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A carrier of a user's throws: the call fails with its name, and the object lives on. */
@Timeout(60)
class FailingCarrierTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    /** What is called. */
    public static class Shop {

        public IntWrapper open() {
            return new IntWrapper(1);
        }

        public IntWrapper fail() {
            throw new IllegalArgumentException("the method's own");
        }
    }

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        TenantCarrier.thrown = null;
        there.close();
        here.close();
    }

    private static List<Throwable> thrown() {
        return List.of(
                new IllegalStateException("no tenant"),
                new AssertionError("no tenant"),
                new IOException("no tenant"),
                new StackOverflowError("no tenant"));
    }

    private static List<Arguments> failures() {
        List<Arguments> all = new ArrayList<>();
        for (When when : When.values()) {
            for (Throwable each : thrown()) {
                all.add(Arguments.of(when, each, true));
                all.add(Arguments.of(when, each, false));
            }
        }
        return all;
    }

    private Shop shop(boolean far) {
        return PAActiveObject.newActive(
                Shop.class, new Object[0], far ? here.connect(there.card()) : here.node());
    }

    private static IntWrapper asTenant(ScopedValue.CallableOp<IntWrapper, RuntimeException> call) {
        return ScopedValue.where(TenantCarrier.TENANT, "acme").call(call);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void isNamedToWhoeverUsesTheResult(When when, Throwable thrown, boolean far) {
        Shop shop = shop(far);
        TenantCarrier.when = when;
        TenantCarrier.thrown = thrown;

        Throwable told = catchThrowable(() -> PAFuture.getFutureValue(asTenant(shop::open)));

        TenantCarrier.thrown = null;
        assertThat(told)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining(
                        "a context carrier failed: class=" + TenantCarrier.class.getName())
                .hasMessageContaining("method=" + (when == When.CAPTURE ? "capture" : "run"))
                .hasMessageContaining("exception=" + thrown)
                .hasRootCauseInstanceOf(thrown.getClass());
        assertThat(asTenant(shop::open).getIntValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hidesNoExceptionOfTheMethod(boolean far) {
        Shop shop = shop(far);
        TenantCarrier.when = When.AFTER;
        TenantCarrier.thrown = new AssertionError("no tenant");

        Throwable told = catchThrowable(() -> PAFuture.getFutureValue(asTenant(shop::fail)));

        assertThat(told)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the method's own");
        assertThat(told.getSuppressed()).hasSize(1);
    }
}
