package org.activeobjects.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.error.UnknownThrowableException;
import org.junit.jupiter.api.Test;

import java.io.FileNotFoundException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;

class CodecThrowableTest {

    static class Custom extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        final int code;
        final Thread thrower = Thread.currentThread(); // cannot be sent

        Custom(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static class Composed extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;

        Composed(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return "composed of " + super.getMessage();
        }
    }

    private final Codec codec = CodecTesting.codecFor();

    private Throwable roundTrip(Throwable thrown) {
        return (Throwable) CodecTesting.roundTrip(codec, thrown);
    }

    @Test
    void classMessageCausesSuppressedAndStackArrive() {
        UncheckedIOException sent =
                new UncheckedIOException("outer", new FileNotFoundException("inner"));
        sent.addSuppressed(new IllegalStateException("while closing"));

        Throwable copy = roundTrip(sent);

        assertThat(copy).hasSameClassAs(sent).hasMessage("outer");
        assertThat(copy.getCause()).isInstanceOf(FileNotFoundException.class).hasMessage("inner");
        assertThat(copy.getSuppressed()).hasSize(1);
        assertThat(copy.getStackTrace()).isEqualTo(sent.getStackTrace());
        assertThat(roundTrip(new ExecutionException(sent)).getCause()).hasMessage("outer");
        assertThat(roundTrip(new StackOverflowError())).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void fieldsOfUsersExceptionsArriveAsFarAsTheyCanBeSent() {
        Custom copy = (Custom) roundTrip(new Custom("text", 42));

        assertThat(copy).hasMessage("text");
        assertThat(copy.code).isEqualTo(42);
        assertThat(copy.thrower).isNull();
    }

    @Test
    void anExceptionThatCannotBeRebuiltKeepsItsNameAndText() {
        Composed sent = new Composed("parts");

        Throwable copy = roundTrip(sent);

        assertThat(copy)
                .isInstanceOf(UnknownThrowableException.class)
                .hasMessage(Composed.class.getName() + ": composed of parts");
        assertThat(((UnknownThrowableException) copy).className())
                .isEqualTo(Composed.class.getName());
        assertThat(copy.getStackTrace()).isEqualTo(sent.getStackTrace());
    }

    @Test
    void exceptionsThatCauseEachOtherArriveAsTheyAre() {
        Exception a = new Exception("a");
        Exception b = new Exception("b", a);
        a.addSuppressed(b);

        Throwable copy = roundTrip(a);

        assertThat(copy.getSuppressed()[0].getCause()).isSameAs(copy);
    }
}
