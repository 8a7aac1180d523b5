package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.bootstrap.FakeLinks.Fails;
import org.activeobjects.transport.error.PeerLostException;
import org.activeobjects.transport.error.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.UUID;

/** Which link two runtimes take, with links that fail at each step. */
@Timeout(60)
class LinkChoiceTest {

    private final TransportConfig config =
            TransportConfig.defaults()
                    .withJob("choice-" + UUID.randomUUID(), TransportConfig.newSecret());
    private final FakeLinks here = new FakeLinks();
    private final FakeLinks there = new FakeLinks();
    private LinkedTransport one;
    private LinkedTransport other;

    @AfterEach
    void close() {
        if (one != null) {
            one.close();
        }
        if (other != null) {
            other.close();
        }
    }

    private void open(TransportConfig ofOne, TransportConfig ofOther) {
        one = LinkedTransport.open(ofOne, here.known());
        other = LinkedTransport.open(ofOther, there.known());
        one.learn(other.card());
    }

    /** Connects the first to the second. Returns the links both say they use. */
    private String connect() {
        Endpoint from = one.openEndpoint();
        Endpoint to = other.openEndpoint();
        long[] got = new long[1];
        from.isend(to.address(), 1, 0, Slice.of(new long[] {42}));
        to.recv(from.address(), 1, 0, Slice.of(got));
        assertThat(got).containsExactly(42);
        String link = one.linkTo(other.card().id());
        assertThat(other.linkTo(one.card().id())).isEqualTo(link);
        return link;
    }

    @Test
    void isTheFastestThatBothHave() {
        here.with("a", Fails.NEVER).with("b", Fails.NEVER).with("c", Fails.NEVER);
        there.with("b", Fails.NEVER).with("c", Fails.NEVER).with("d", Fails.NEVER);
        open(config, config);
        assertThat(connect()).isEqualTo("b");
        assertThat(here.tried("propose")).containsExactly("b.propose");
        assertThat(there.tried("accept")).containsExactly("b.accept");
        assertThat(other.services().whyNotBefore("c", one.card()))
                .containsOnlyKeys("b")
                .containsEntry("b", "the initiator's choice");
        assertThat(one.services().whyNotBefore("b", other.card()))
                .containsOnlyKeys("a")
                .containsEntry("a", "the peer does not offer it");
    }

    @ParameterizedTest(name = "{0} connects to {1}: {2}")
    @CsvSource({
        "'a,b,c', 'a,b,c', a",
        "'c,a,b', 'a,b,c', c",
        "'a,b,c', 'c,b,a', a",
        "'b', 'a,b,c', b",
        "'a,b,c', 'c', c",
        "'c,b', 'b,c', c",
        "'', 'c,b', b",
        "'b,c', '', b"
    })
    void followsTheOrderOfTheOneThatConnects(String mine, String theirs, String expected) {
        for (FakeLinks links : new FakeLinks[] {here, there}) {
            links.with("a", Fails.NEVER).with("b", Fails.NEVER).with("c", Fails.NEVER);
        }
        open(withLinks(mine), withLinks(theirs));
        assertThat(connect()).isEqualTo(expected);
    }

    @Test
    void startsALinkOnceThatIsNamedTwice() {
        here.with("a", Fails.NEVER).with("b", Fails.NEVER);
        there.with("a", Fails.NEVER).with("b", Fails.NEVER);
        open(withLinks("b,a,b"), withLinks("b,b"));
        assertThat(connect()).isEqualTo("b");
        assertThat(here.tried("start")).containsExactly("b.start", "a.start");
        assertThat(there.tried("start")).containsExactly("b.start");
    }

    private TransportConfig withLinks(String names) {
        return names.isEmpty() ? config : config.withLinks(names.split(","));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"NEVER", "STARTING_WITH_AN_ERROR", "TO_OFFER", "WITH_AN_ERROR"},
            mode = EnumSource.Mode.EXCLUDE)
    void fallsBackToTheNextWhenOneFailsAtTheInitiator(Fails fails) {
        here.with("bad", fails).with("good", Fails.NEVER);
        there.with("bad", Fails.NEVER).with("good", Fails.NEVER);
        boolean failsAsAcceptorOnly =
                switch (fails) {
                    case TO_ACCEPT, ACCEPTING_WITH_A_FAULT, ACCEPTING_WITH_A_MISSING_CLASS -> true;
                    default -> false;
                };
        open(config, config);
        assertThat(connect()).isEqualTo(failsAsAcceptorOnly ? "bad" : "good");
        assertEachIsTriedOnce();
    }

    @ParameterizedTest
    @EnumSource(
            names = {"NEVER", "STARTING_WITH_AN_ERROR", "TO_OFFER", "WITH_AN_ERROR"},
            mode = EnumSource.Mode.EXCLUDE)
    void fallsBackToTheNextWhenOneFailsAtTheAcceptor(Fails fails) {
        here.with("bad", Fails.NEVER).with("good", Fails.NEVER);
        there.with("bad", fails).with("good", Fails.NEVER);
        boolean failsAsInitiatorOnly =
                switch (fails) {
                    case SAYS_WHY_NOT, CANNOT_SAY, TO_PROPOSE, WITH_A_FAULT, WITHOUT_MEMORY -> true;
                    default -> false;
                };
        open(config, config);
        assertThat(connect()).isEqualTo(failsAsInitiatorOnly ? "bad" : "good");
        assertEachIsTriedOnce();
    }

    private void assertEachIsTriedOnce() {
        assertThat(here.tried("propose")).doesNotHaveDuplicates();
        assertThat(there.tried("accept")).doesNotHaveDuplicates();
    }

    @Test
    void mayBeTriedAgainWhenAnErrorHasEndedTheAttempt() {
        here.with("bad", Fails.WITH_AN_ERROR);
        there.with("bad", Fails.NEVER);
        open(config, config);
        for (int tries = 0; tries < 2; tries++) {
            assertThatThrownBy(() -> one.connect("127.0.0.1", other.card().port()))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("on purpose");
        }
        other.connect("127.0.0.1", one.card().port());
        assertThat(other.linkTo(one.card().id())).isEqualTo("bad");
    }

    @Test
    void freesTheHalfOfALinkThatFails() {
        here.with("bad", Fails.TO_COMPLETE).with("good", Fails.NEVER);
        there.with("bad", Fails.NEVER).with("good", Fails.NEVER);
        open(config, config);
        assertThat(connect()).isEqualTo("good");
        assertThat(here.tried("bad.abandon")).hasSize(1);
        assertThat(there.tried("bad.abandon")).hasSize(1);
    }

    @Test
    void saysOfEachLinkWhyItWasNotTaken() {
        here.with("a", Fails.SAYS_WHY_NOT)
                .with("b", Fails.TO_PROPOSE)
                .with("c", Fails.NEVER)
                .with("d", Fails.NEVER);
        there.with("a", Fails.NEVER).with("b", Fails.NEVER).with("c", Fails.TO_ACCEPT);
        open(config, config);
        Endpoint from = one.openEndpoint();
        Endpoint to = other.openEndpoint();
        assertThatThrownBy(() -> from.isend(to.address(), 1, 0, Slice.EMPTY).await())
                .isInstanceOf(PeerLostException.class)
                .hasMessageContaining("a=too far away")
                .hasMessageContaining("b=no room")
                .hasMessageContaining("c=the other side says: not welcome")
                .hasMessageContaining("d=the peer does not offer it");
    }

    @ParameterizedTest
    @EnumSource(names = {"STARTING_WITH_AN_ERROR", "TO_OFFER"})
    void leavesNothingOpenWhenAnErrorEndsTheStart(Fails fails) throws IOException {
        here.with("good", Fails.NEVER).with("bad", fails);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> LinkedTransport.open(config.withPort(port), here.known()))
                .isInstanceOf(AssertionError.class);
        assertThat(here.tried("good.close")).hasSize(1);
        try (ServerSocket again = new ServerSocket(port, 1, config.bindAddress())) {
            assertThat(again.isBound()).isTrue();
        }
    }

    @Test
    void refusesToOpenWithoutAnyLinkSayingWhy() {
        here.with("a", Fails.TO_START).with("b", Fails.WITH_A_MISSING_CLASS);
        assertThatThrownBy(() -> LinkedTransport.open(config, here.known()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("a=no such hardware")
                .hasMessageContaining("b=java.lang.NoClassDefFoundError: some/Library")
                .hasMessageContaining("a library is missing, or has another version");
    }

    @Test
    void refusesTheNameOfALinkThatThereIsNot() {
        here.with("a", Fails.NEVER).with("b", Fails.NEVER);
        assertThatThrownBy(() -> LinkedTransport.open(config.withLinks("a", "z"), here.known()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("link=z")
                .hasMessageContaining("[a, b]");
        assertThat(here.tried).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"smh.singleCopy, b.eagerLimit", "eagerLimit, b.eagerLimit", "b.size, a.eagerLimit"})
    void isNotMadeWithASettingThatNobodyKnows(String setting, String known) {
        here.with("a", Fails.NEVER).with("b", Fails.NEVER);
        TransportConfig odd = config.withSetting(setting, "1");
        assertThatThrownBy(() -> LinkedTransport.open(odd, here.known()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(setting + "=1")
                .hasMessageContaining(known)
                .hasMessageContaining("activeobjects.transport.");
        assertThat(here.tried("start")).isEmpty();
    }
}
