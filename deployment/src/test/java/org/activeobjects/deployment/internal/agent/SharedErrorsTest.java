package org.activeobjects.deployment.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedErrorsTest {

    private final List<String> writes = new CopyOnWriteArrayList<>();

    private final SharedErrors err =
            new SharedErrors(
                    new OutputStream() {
                        @Override
                        public void write(int b) {
                            writes.add(Character.toString(b));
                        }

                        @Override
                        public void write(byte[] bytes, int offset, int length) {
                            writes.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
                        }
                    },
                    StandardCharsets.UTF_8);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void endThreads() {
        over.countDown();
    }

    private void writeWhole(String text) {
        err.writeWhole(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String textThatWaits() {
        begun.countDown();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "late";
    }

    @Test
    void aLineOfAnyLengthIsOneWrite() {
        String text = "ä".repeat(20_000);

        writeWhole("message\n");
        err.println(text);
        err.println((Object) text);
        err.print((String) null);

        assertThat(writes).containsExactly("message\n", text + "\n", text + "\n", "null");
    }

    @Test
    void aProgramThatHoldsItLockedKeepsNoMessageBack() throws Exception {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            synchronized (err) {
                                err.println(textThatWaits());
                            }
                        });
        begun.await();

        writeWhole("message\n");

        assertThat(writes).containsExactly("message\n");
    }
}
