package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.HandshakeException;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Random;

class HandshakeTest {

    private static final String SECRET = "ab".repeat(32);

    private final TransportConfig config = TransportConfig.defaults().withJob("job-1", SECRET);
    private final RuntimeCard here = card(1);
    private final RuntimeCard there = card(2);
    private final Handshake initiator = new Handshake(true, here, config);

    private static RuntimeCard card(long id) {
        return new RuntimeCard(
                new RuntimeId(id, id), "host", "kernel", 9, "127.0.0.1", 5, Map.of());
    }

    private Handshake acceptor(TransportConfig its) {
        return new Handshake(false, there, its);
    }

    private void greet(Handshake acceptor) {
        acceptor.onGreeting(initiator.greeting());
        initiator.onGreeting(acceptor.greeting());
    }

    @Test
    void provesBothSidesAndAgreesOnAKey() {
        Handshake acceptor = acceptor(config);
        greet(acceptor);

        assertThat(acceptor.onProof(initiator.proof())).isEqualTo(here);
        assertThat(initiator.onProof(acceptor.proof())).isEqualTo(there);
        assertThat(initiator.sessionKey()).hasSize(32).isEqualTo(acceptor.sessionKey());
    }

    @Test
    void everyConnectionHasAKeyOfItsOwn() {
        Handshake acceptor = acceptor(config);
        greet(acceptor);
        byte[] first = acceptor.sessionKey();
        Handshake again = acceptor(config);
        greet(again);

        assertThat(again.sessionKey()).isNotEqualTo(first);
    }

    @Test
    void refusesAnotherSecret() {
        Handshake acceptor = acceptor(config.withJob("job-1", "cd".repeat(32)));
        greet(acceptor);

        assertThatThrownBy(() -> acceptor.onProof(initiator.proof()))
                .isInstanceOf(HandshakeException.class)
                .hasMessageContaining("secrets differ: job=job-1");
        assertThatThrownBy(() -> initiator.onProof(acceptor.proof()))
                .hasMessageContaining("secrets differ");
    }

    @Test
    void refusesAnotherJobNamingBoth() {
        Handshake acceptor = acceptor(config.withJob("job-2", SECRET));

        assertThatThrownBy(() -> acceptor.onGreeting(initiator.greeting()))
                .hasMessageContaining("acceptor=job-2")
                .hasMessageContaining("initiator=job-1");
    }

    @Test
    void refusesAnotherVersionNamingBoth() {
        byte[] greeting = initiator.greeting().clone();
        greeting[11] = 9;

        assertThatThrownBy(() -> acceptor(config).onGreeting(greeting))
                .hasMessageContaining("acceptor=1")
                .hasMessageContaining("initiator=9");
    }

    @Test
    void refusesTheOtherByteOrder() {
        byte[] greeting = initiator.greeting().clone();
        greeting[12] = (byte) (3 - greeting[12]);

        assertThatThrownBy(() -> acceptor(config).onGreeting(greeting))
                .hasMessageContaining("byte orders differ");
    }

    @Test
    void refusesItsOwnProofThrownBack() {
        Handshake acceptor = acceptor(config);
        greet(acceptor);

        assertThatThrownBy(() -> initiator.onProof(initiator.proof()))
                .hasMessageContaining("secrets differ");
    }

    @Test
    void refusesAProofOfAnotherConnection() {
        Handshake first = acceptor(config);
        greet(first);
        byte[] recorded = initiator.proof();
        Handshake second = acceptor(config);
        second.onGreeting(initiator.greeting());

        assertThatThrownBy(() -> second.onProof(recorded)).hasMessageContaining("secrets differ");
    }

    @Test
    void refusesEveryChangedByteAndEveryShorterProof() {
        Handshake acceptor = acceptor(config);
        greet(acceptor);
        byte[] proof = initiator.proof();
        Random random = new Random(1);
        for (int i = 0; i < proof.length; i++) {
            byte[] changed = proof.clone();
            changed[i] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> acceptor.onProof(changed))
                    .isInstanceOf(HandshakeException.class);
            byte[] shorter = java.util.Arrays.copyOf(proof, i);
            assertThatThrownBy(() -> acceptor.onProof(shorter))
                    .isInstanceOf(HandshakeException.class);
        }
    }
}
