package org.activeobjects.internal.codec;

import static org.activeobjects.internal.codec.CodecTesting.linesOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.error.UnknownThrowableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.security.cert.CertPathValidatorException;
import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IllegalFormatConversionException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UnknownFormatConversionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

import javax.management.BadAttributeValueExpException;

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

    /** Its message is made of what does not travel. */
    static class Elusive extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        private final transient String why;

        Elusive(String why) {
            this.why = why;
        }

        @Override
        public String getMessage() {
            return "because of " + why;
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

    static class UsersSql extends SQLException {
        @Serial private static final long serialVersionUID = 1;
        final String statement;
        final Thread thrower = Thread.currentThread(); // cannot be sent

        UsersSql(String reason, String state, int code, String statement) {
            super(reason, state, code);
            this.statement = statement;
        }
    }

    static class UsersFile extends FileSystemException {
        @Serial private static final long serialVersionUID = 1;

        UsersFile(String file, String other, String reason) {
            super(file, other, reason);
        }
    }

    private static final Class<?>[] ONE_TEXT = {String.class};

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
        assertThat(linesOf(copy)).isEqualTo(linesOf(sent));
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
    void exceptionsOfTheJdkKeepWhatTheyHaveOfTheirOwn() {
        URISyntaxException syntax =
                (URISyntaxException) roundTrip(new URISyntaxException("a b", "blank", 1));
        assertThat(syntax).hasMessage("blank at index 1: a b");
        assertThat(syntax.getInput()).isEqualTo("a b");
        assertThat(syntax.getIndex()).isEqualTo(1);

        NoSuchFileException file = new NoSuchFileException("/a", null, "gone");
        file.initCause(new Custom("why", 1));
        file.addSuppressed(new Custom("besides", 2));
        NoSuchFileException copy = (NoSuchFileException) roundTrip(file);
        assertThat(copy.getFile()).isEqualTo("/a");
        assertThat(copy.getCause()).isInstanceOf(Custom.class).hasMessage("why");
        assertThat(copy.getSuppressed()).singleElement().isInstanceOf(Custom.class);
        assertThat(linesOf(copy)).isEqualTo(linesOf(file));

        assertThat(roundTrip(new PatternSyntaxException("open", "(", 0)))
                .isInstanceOf(PatternSyntaxException.class);
        assertThat(roundTrip(new UnknownFormatConversionException("q")))
                .isInstanceOf(UnknownFormatConversionException.class);
        assertThat(roundTrip(new ClassNotFoundException("x", syntax)).getCause())
                .isInstanceOf(URISyntaxException.class);
    }

    @Test
    void exceptionsInFieldsOfThoseOfTheJdkArriveToo() {
        Throwable copy = roundTrip(new InvocationTargetException(new Custom("inner", 3)));
        assertThat(copy.getCause())
                .isInstanceOfSatisfying(Custom.class, inner -> assertThat(inner.code).isEqualTo(3));

        SQLException first = new SQLException("first", "42000", 7);
        first.setNextException(new SQLException("second", "42001", 8));
        SQLException other = (SQLException) roundTrip(first);
        assertThat(other.getSQLState()).isEqualTo("42000");
        assertThat(other.getNextException().getErrorCode()).isEqualTo(8);
    }

    @Test
    void usersExceptionsKeepWhatTheJdksClassesAboveThemHave() {
        UsersSql sql = new UsersSql("denied", "42000", 7, "drop");
        sql.setNextException(new UsersSql("second", "42001", 8, "grant"));
        UsersSql copy = (UsersSql) roundTrip(sql);
        assertThat(copy.getMessage()).isEqualTo("denied");
        assertThat(copy.getSQLState()).isEqualTo("42000");
        assertThat(copy.getErrorCode()).isEqualTo(7);
        assertThat(copy.statement).isEqualTo("drop");
        assertThat(copy.thrower).isNull();
        assertThat(((UsersSql) copy.getNextException()).statement).isEqualTo("grant");

        Throwable file = roundTrip(new UsersFile("/a", "/b", "gone"));
        assertThat(file)
                .isInstanceOfSatisfying(
                        UsersFile.class, one -> assertThat(one.getOtherFile()).isEqualTo("/b"))
                .hasMessage("/a -> /b: gone"); // which is made of its fields
    }

    @Test
    void whatIsInExceptionsOfTheJdkMayBeAnythingThatCanBeSent() {
        SQLClientInfoException sent =
                new SQLClientInfoException(
                        Map.of("user", ClientInfoStatus.REASON_VALUE_INVALID), new Custom("c", 1));
        SQLClientInfoException copy = (SQLClientInfoException) roundTrip(sent);
        assertThat(copy.getFailedProperties())
                .containsEntry("user", ClientInfoStatus.REASON_VALUE_INVALID);

        Throwable format = roundTrip(new IllegalFormatConversionException('d', String.class));
        assertThat(format).isInstanceOf(IllegalFormatConversionException.class);
    }

    @Test
    void aChainOfExceptionsInFieldsArrivesUpToALimitAndNeverFails() {
        assertThat(statesOf((SQLException) roundTrip(chainOf(5)))).hasSize(5).contains("S4");
        assertThat(statesOf((SQLException) roundTrip(chainOf(5000)))).hasSize(64).contains("S63");
    }

    private static SQLException chainOf(int count) {
        SQLException chain = null;
        for (int i = count - 1; i >= 0; i--) {
            SQLException one = new SQLException("text", "S" + i, i);
            one.setStackTrace(new StackTraceElement[0]);
            if (chain != null) {
                one.setNextException(chain);
            }
            chain = one;
        }
        return chain;
    }

    private static List<String> statesOf(SQLException first) {
        List<String> states = new ArrayList<>();
        for (SQLException one = first; one != null; one = one.getNextException()) {
            states.add(one.getSQLState());
        }
        return states;
    }

    static class Several extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        final List<Throwable> all;

        Several(List<Throwable> all) {
            super(all.getFirst());
            this.all = all;
        }
    }

    static class Rooted extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        final Throwable root;
        final Rooted self = this;

        Rooted(Throwable cause) {
            super(cause.getMessage(), cause);
            this.root = cause instanceof Rooted rooted ? rooted.root : cause;
        }
    }

    @Test
    void anExceptionInAFieldStaysTheOneThatIsTheCauseToo() {
        Rooted copy = (Rooted) roundTrip(new Rooted(new Rooted(new Custom("root", 7))));

        assertThat(copy.self).isSameAs(copy);
        assertThat(copy.getCause()).isInstanceOf(Rooted.class).hasMessage("root");
        assertThat(copy.root).isSameAs(copy.getCause().getCause());
        assertThat(((Custom) copy.root).code).isEqualTo(7);
    }

    private int lengthOf(Throwable thrown) {
        return CodecTesting.encode(codec, thrown).headLength();
    }

    /** Bytes that the last of some exceptions around each other costs. */
    private int lastOf(int count, UnaryOperator<Throwable> around) {
        Throwable thrown = new Custom("root", 1);
        int before = 0;
        for (int i = 0; i < count; i++) {
            before = lengthOf(thrown);
            thrown = around.apply(thrown);
        }
        return lengthOf(thrown) - before;
    }

    @Test
    void eachExceptionAroundAnotherCostsAsMuchAsTheOneBefore() {
        for (UnaryOperator<Throwable> around :
                List.<UnaryOperator<Throwable>>of(
                        cause -> new RemoteException("remote", cause),
                        InvocationTargetException::new,
                        cause -> new Several(List.of(cause, new Custom("more", 2))),
                        Rooted::new)) {
            assertThat(lastOf(30, around)).isLessThan(2 * lastOf(3, around));
        }
    }

    static class Unhashable extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        transient Object kept = new Object();

        @Override
        public int hashCode() {
            return kept.hashCode(); // null at the receiver
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    static class Gathered extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;
        final Set<Throwable> all = new HashSet<>(List.of(new Unhashable()));
        final List<Throwable> live = Collections.unmodifiableList(new Unreadable());
    }

    /** Its elements are not to be had. */
    static class Unreadable extends AbstractList<Throwable> {
        @Override
        public Throwable get(int index) {
            throw new IllegalStateException("gone");
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @Test
    void collectionsOfExceptionsThatCannotBeHadStayBehind() {
        Gathered copy = (Gathered) roundTrip(new Gathered());

        assertThat(copy.all).isNull();
        assertThat(copy.live).isNull();
    }

    @Test
    void anExceptionThatIsTheCauseTooArrivesHoweverDeepItLies() {
        Throwable thrown = new Custom("root", 1);
        for (int i = 0; i < 150; i++) {
            thrown = new RemoteException("" + i, thrown);
        }

        Throwable copy = roundTrip(thrown);

        assertThat(copy).hasSameClassAs(thrown).hasMessage(thrown.getMessage());
        assertThat(copy).hasRootCauseInstanceOf(Custom.class);
    }

    @Test
    void exceptionsInACollectionStayThoseThatTheyAreElsewhere() {
        Several inner = new Several(List.of(new Custom("root", 1)));

        Several copy = (Several) roundTrip(new Several(List.of(inner, new Custom("more", 2))));

        assertThat(copy.all).hasSize(2).first().isSameAs(copy.getCause());
        assertThat(((Several) copy.getCause()).all).singleElement().isInstanceOf(Custom.class);
    }

    @Test
    void whatMakesItsTextOfAnExceptionInAFieldStaysWhatItIs() {
        RemoteException sent = new RemoteException("outer", new Custom("inner", 5));
        sent.detail.addSuppressed(sent);

        RemoteException copy = (RemoteException) roundTrip(sent);

        assertThat(copy).hasMessage(sent.getMessage());
        assertThat(copy.detail).isSameAs(copy.getCause()).isInstanceOf(Custom.class);
        assertThat(copy.detail.getSuppressed()).singleElement().isSameAs(copy);
    }

    @Test
    void anExceptionOfTheJdkWithSomethingElseInItKeepsItsClassAndText() {
        Throwable copy = roundTrip(new BadAttributeValueExpException(null));
        assertThat(copy).isInstanceOf(BadAttributeValueExpException.class);

        CertPathValidatorException reason =
                new CertPathValidatorException(
                        "revoked", null, null, -1, CertPathValidatorException.BasicReason.REVOKED);
        assertThat(roundTrip(reason))
                .isInstanceOf(CertPathValidatorException.class)
                .hasMessage("revoked");
    }

    @Test
    void anExceptionThatCannotBeRebuiltKeepsItsNameAndText() {
        Elusive sent = new Elusive("that");

        Throwable copy = roundTrip(sent);

        assertThat(copy)
                .isInstanceOf(UnknownThrowableException.class)
                .hasMessage(Elusive.class.getName() + ": because of that");
        assertThat(((UnknownThrowableException) copy).className())
                .isEqualTo(Elusive.class.getName());
        assertThat(linesOf(copy)).isEqualTo(linesOf(sent));
    }

    @Test
    void anExceptionWhoseMessageIsMadeOfTheOneThatItWasGivenStaysWhatItIs() {
        Throwable copy = roundTrip(new Composed("parts"));

        assertThat(copy).isInstanceOf(Composed.class).hasMessage("composed of parts");
    }

    @Test
    void exceptionsOfTheJvmItselfStayWhatTheyAre() {
        Map<String, Integer> none = Map.of();
        Object text = "text";
        List<ThrowingCallable> faults =
                List.of(
                        () -> use(none.get("key")),
                        () -> use(none.size() / none.size()),
                        () -> use(new int[1][none.size() - 1].length),
                        () -> use((Integer) text));
        for (ThrowingCallable fault : faults) {
            Throwable sent = catchThrowable(fault);

            Throwable copy = roundTrip(sent);

            assertThat(copy).hasSameClassAs(sent).hasMessage(sent.getMessage());
            assertThat(linesOf(copy)).isEqualTo(linesOf(sent));
        }
    }

    private static void use(int number) {
        throw new AssertionError("nothing is wrong with " + number);
    }

    @Test
    void everyExceptionOfJavaBaseArrivesAsWhatItIs() throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base");
        List<String> lost = new ArrayList<>();
        int tried = 0;
        try (Stream<Path> files = Files.walk(base.resolve("java"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
                for (Throwable sent : instancesOf(base.relativize(file).toString())) {
                    Throwable copy = roundTrip(sent);
                    tried++;
                    if (copy.getClass() != sent.getClass()
                            || !Objects.equals(copy.getMessage(), sent.getMessage())) {
                        lost.add(sent + " arrived as " + copy);
                    }
                }
            }
        }

        assertThat(lost).isEmpty();
        assertThat(tried).isGreaterThan(100);
    }

    /** Exceptions made by the public constructors with a message and with nothing. */
    private static List<Throwable> instancesOf(String file) {
        String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
        List<Throwable> instances = new ArrayList<>();
        for (Object[] arguments : new Object[][] {{}, {"a text"}}) {
            try {
                Class<?> type = Class.forName(name, false, null);
                Class<?>[] parameters = arguments.length == 0 ? new Class<?>[0] : ONE_TEXT;
                if (Throwable.class.isAssignableFrom(type)) {
                    instances.add(
                            (Throwable) type.getConstructor(parameters).newInstance(arguments));
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                continue; // abstract, not public, or made otherwise
            }
        }
        return instances;
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
