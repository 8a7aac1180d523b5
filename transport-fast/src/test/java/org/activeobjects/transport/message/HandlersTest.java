package org.activeobjects.transport.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class HandlersTest {

    private static final RuntimeId SENDER = new RuntimeId(2, 2);

    private final List<String> said = new ArrayList<>();
    private final Handlers handlers = new Handlers(LogToList.of(said));

    private void dispatch(int number) {
        handlers.dispatch(null, null, number, SENDER, 0, new byte[0], Handlers.NO_ATTACHMENTS);
    }

    @Test
    void theFirstMessageForOneThatIsNotThereIsWarnedOf() {
        dispatch(99);
        dispatch(98);
        dispatch(99);

        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("warn [a message was dropped")
                .contains("name handlers before others post to them", "99", SENDER.toString());
    }
}
