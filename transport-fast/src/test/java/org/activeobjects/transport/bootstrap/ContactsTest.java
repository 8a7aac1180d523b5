package org.activeobjects.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.bootstrap.Contacts.Attempt;
import org.junit.jupiter.api.Test;

import java.util.stream.Stream;

class ContactsTest {

    private final RuntimeId[] ids =
            Stream.generate(RuntimeId::random).limit(3).sorted().toArray(RuntimeId[]::new);
    private final RuntimeId lower = ids[0];
    private final RuntimeId higher = ids[2];
    private final Contacts contacts = new Contacts(ids[1]);

    @Test
    void anAttemptThatHasEndedHasNoEffectOnTheNext() {
        Attempt first = contacts.beginIncoming(lower);
        contacts.failed(first);
        Attempt second = contacts.beginIncoming(lower);

        assertThat(contacts.opened(first)).isFalse();
        contacts.failed(first);
        assertThat(contacts.isOpen(lower)).isFalse();
        assertThat(contacts.beginOutgoing(lower)).as("the second is under way").isNull();
        assertThat(contacts.opened(second)).isTrue();
        assertThat(contacts.isOpen(lower)).isTrue();
    }

    @Test
    void oneThatHasLedToALinkDoesNotFailAnyMore() {
        Attempt attempt = contacts.beginIncoming(lower);
        assertThat(contacts.opened(attempt)).isTrue();

        assertThat(contacts.giveUp(attempt)).isFalse();
        contacts.failed(attempt);

        assertThat(contacts.isOpen(lower)).isTrue();
        assertThat(contacts.beginIncoming(lower)).isNull();
    }

    @Test
    void oneThatIsGivenUpLeadsToNoLink() {
        Attempt attempt = contacts.beginIncoming(lower);

        assertThat(contacts.giveUp(attempt)).isTrue();

        assertThat(contacts.opened(attempt)).isFalse();
        assertThat(contacts.beginIncoming(lower)).isNotNull();
    }

    @Test
    void ofTwoAtOnceThatOfTheLowerIdPrevails() {
        Attempt toLower = contacts.beginOutgoing(lower);
        Attempt toHigher = contacts.beginOutgoing(higher);

        assertThat(contacts.beginIncoming(lower)).isNotNull();
        assertThat(contacts.beginIncoming(higher)).isNull();

        assertThat(contacts.fix(toLower)).isFalse();
        assertThat(contacts.opened(toLower)).isFalse();
        assertThat(contacts.opened(toHigher)).isTrue();
    }

    /** The end of the other side may be in use then. */
    @Test
    void nonePrevailsOverOneThatIsFixed() {
        Attempt attempt = contacts.beginOutgoing(lower);

        assertThat(contacts.fix(attempt)).isTrue();

        assertThat(contacts.beginIncoming(lower)).isNull();
        assertThat(contacts.opened(attempt)).isTrue();
    }
}
