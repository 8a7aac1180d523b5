package org.activeobjects.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.active.UniqueID;
import org.activeobjects.internal.request.QueuedRequest;
import org.activeobjects.spi.StubMethod;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class MailboxTest {

    private final Mailbox mailbox = new Mailbox();

    /** A request by its name. */
    private static final class Named extends QueuedRequest {

        private final String name;

        private Named(String name) {
            super(null);
            this.name = name;
        }

        @Override
        public StubMethod method() {
            throw new AssertionError("no method");
        }

        @Override
        public String getMethodName() {
            return name;
        }

        @Override
        public Object[] arguments() {
            return new Object[0];
        }

        @Override
        public UniqueID getSourceBodyID() {
            throw new AssertionError("no sender");
        }

        @Override
        public String getSenderNodeURL() {
            throw new AssertionError("no sender");
        }

        @Override
        public boolean isTermination() {
            return name.equals("end");
        }
    }

    private void offer(String... names) {
        for (String name : names) {
            mailbox.offer(new Named(name));
        }
    }

    private List<String> rest() {
        List<String> names = new ArrayList<>();
        for (QueuedRequest next = mailbox.poll(); next != null; next = mailbox.poll()) {
            names.add(next.getMethodName());
        }
        return names;
    }

    private String find(String name, boolean youngest, boolean remove) {
        QueuedRequest found =
                mailbox.find(
                        name == null ? null : request -> request.getMethodName().startsWith(name),
                        youngest,
                        remove);
        return found == null ? null : found.getMethodName();
    }

    @Test
    void givesTheOldestFirst() {
        offer("a", "b", "c");

        assertThat(mailbox.size()).isEqualTo(3);
        assertThat(rest()).containsExactly("a", "b", "c");
        assertThat(mailbox.isEmpty()).isTrue();
    }

    @Test
    void findsByFilterFromBothEndsAndKeepsTheOrderOfTheRest() {
        offer("a1", "b1", "a2", "b2", "a3");

        assertThat(find("b", false, true)).isEqualTo("b1");
        assertThat(find("a", true, true)).isEqualTo("a3");
        assertThat(find("b", true, false)).isEqualTo("b2");
        assertThat(find("c", false, true)).isNull();
        assertThat(mailbox.size()).isEqualTo(3);
        offer("a4");
        assertThat(find(null, true, true)).isEqualTo("a4");
        assertThat(rest()).containsExactly("a1", "a2", "b2");
    }

    @Test
    void showsAnOrderToEndToNoFilter() {
        offer("a", "end", "b");

        assertThat(find("e", false, true)).isNull();
        assertThat(rest()).containsExactly("a", "end", "b");
    }

    @Test
    void tellsWhatIsNewFromWhatHasBeenPassedOver() {
        offer("a");
        assertThat(mailbox.hasNew()).isTrue();

        assertThat(find("b", false, true)).isNull();
        assertThat(mailbox.hasNew()).isFalse();
        assertThat(mailbox.isEmpty()).isFalse();
    }

    @Test
    void numbersRequestsInTheOrderOfArrival() {
        offer("a", "b", "c");

        assertThat(mailbox.find(null, true, true).getSequenceNumber()).isEqualTo(3);
        assertThat(mailbox.poll().getSequenceNumber()).isEqualTo(1);
    }
}
