package org.activeobjects.transport.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class TicketTest {

    private static final TicketKind KIND = new TicketKind("tcp", 1);
    private static final byte[] KEY = new byte[32];
    private static final byte[] ID = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");
    private static final byte[] MAGIC = {'A', 'O', 't', 'c', 'p', '1', 0, 0};

    private static byte[] proof(String label) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update(label.getBytes(StandardCharsets.US_ASCII));
        return mac.doFinal(ID);
    }

    @Test
    void saysHelloAndWelcomeInTheseBytes() throws Exception {
        Ticket ticket = KIND.of(ID, KEY);
        byte[] hello = ticket.hello();
        assertThat(hello).hasSize(56).startsWith(MAGIC);
        assertThat(Arrays.copyOfRange(hello, 8, 24)).isEqualTo(ID);
        assertThat(Arrays.copyOfRange(hello, 24, 56)).isEqualTo(proof("tcp link, initiator"));
        byte[] welcome = ticket.welcome();
        assertThat(welcome).hasSize(40).startsWith(MAGIC);
        assertThat(Arrays.copyOfRange(welcome, 8, 40)).isEqualTo(proof("tcp link, acceptor"));
        assertThat(KIND.nameIn(hello))
                .isEqualTo(ticket.name())
                .isEqualTo(HexFormat.of().formatHex(ID));
    }

    @Test
    void takesNoOtherGreetingForItsOwn() throws Exception {
        Ticket ticket = KIND.draw(KEY);
        assertThat(ticket.isHello(ticket.hello())).isTrue();
        assertThat(ticket.isWelcome(ticket.welcome())).isTrue();
        byte[] otherKey = new byte[32];
        otherKey[31] = 1;
        assertThat(ticket.isHello(KIND.of(ticket.id(), otherKey).hello())).isFalse();
        assertThat(ticket.isWelcome(KIND.of(ticket.id(), otherKey).welcome())).isFalse();
        assertThat(ticket.isHello(new TicketKind("netty", 1).of(ticket.id(), KEY).hello()))
                .isFalse();
        assertThat(ticket.isHello(KIND.draw(KEY).hello())).as("each is another one").isFalse();
        for (int i = 0; i < Ticket.HELLO_LENGTH; i++) {
            byte[] changed = ticket.hello();
            changed[i] ^= 1;
            assertThat(ticket.isHello(changed)).as("changed at %d", i).isFalse();
        }
        assertThat(ticket.isHello(Arrays.copyOf(ticket.hello(), 55))).isFalse();
    }

    @Test
    void isOfOneEncryptedConnectionAlone() {
        Ticket ticket = KIND.draw(KEY);
        Ticket here = ticket.within(new byte[] {1});
        Ticket elsewhere = ticket.within(new byte[] {2});
        assertThat(here.name()).isEqualTo(ticket.name());
        assertThat(here.isHello(here.hello())).isTrue();
        assertThat(here.isWelcome(here.welcome())).isTrue();
        assertThat(elsewhere.isHello(here.hello())).isFalse();
        assertThat(elsewhere.isWelcome(here.welcome())).isFalse();
        assertThat(ticket.isHello(here.hello())).isFalse();
    }

    @Test
    void seesAtTheFirstWrongByteThatAGreetingIsNone() {
        byte[] hello = KIND.draw(KEY).hello();
        for (int length = 0; length <= hello.length; length++) {
            assertThat(KIND.mayBeGreeting(hello, length)).isTrue();
        }
        for (int i = 0; i < 8; i++) {
            byte[] wrong = hello.clone();
            wrong[i] ^= 0x20;
            assertThat(KIND.mayBeGreeting(wrong, i)).isTrue();
            assertThat(KIND.mayBeGreeting(wrong, i + 1)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "15", "17", "4096"})
    void isNotMadeOfAProposalOfAnotherLength(int length) {
        assertThatThrownBy(() -> KIND.of(new byte[length], KEY))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessage("not a proposal for a tcp link: length=%d expected=16", length);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "toolong, 1", "TCP, 1", "tcp, 10", "tcp, -1"})
    void refusesAKindThatDoesNotFitIntoTheMagic(String link, int version) {
        assertThatThrownBy(() -> new TicketKind(link, version))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("link=" + link);
    }
}
