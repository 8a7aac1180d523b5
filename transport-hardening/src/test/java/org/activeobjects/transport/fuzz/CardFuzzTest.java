package org.activeobjects.transport.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.activeobjects.transport.address.RuntimeCard;

import java.nio.charset.StandardCharsets;

/** The text of a card, which a peer that knows the secret, or an environment variable, has made. */
class CardFuzzTest {

    @FuzzTest
    void isACardOrRefused(byte[] bytes) {
        RuntimeCard card;
        try {
            card = RuntimeCard.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).startsWith("not the text of a runtime's card");
            return;
        }
        assertThat(RuntimeCard.parse(card.encode())).isEqualTo(card);
    }
}
