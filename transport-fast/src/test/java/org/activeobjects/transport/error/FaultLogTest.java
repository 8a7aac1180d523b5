package org.activeobjects.transport.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.logging.log4j.Logger;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a thread says that must go on. */
class FaultLogTest {

    private final List<Object> said = new ArrayList<>();
    private final IllegalStateException fault = new IllegalStateException("of a link");

    private Logger log(Error thrown) {
        return (Logger)
                Proxy.newProxyInstance(
                        Logger.class.getClassLoader(),
                        new Class<?>[] {Logger.class},
                        (_, method, arguments) -> {
                            said.add(method.getName());
                            said.addAll(Arrays.asList(arguments));
                            if (thrown != null) {
                                throw thrown;
                            }
                            return null;
                        });
    }

    @Test
    void isAnErrorWithWhereItWasAndTheFault() {
        new FaultLog(log(null), "it failed link={}").tell("this link", fault);

        assertThat(said).containsExactly("error", "it failed link={}", "this link", fault);
    }

    @Test
    void isLeftOutWhereThereIsNoMemoryForIt() {
        Logger failing = log(new OutOfMemoryError("of the log"));
        new FaultLog(failing, "it failed link={}").tell("this link", fault);

        assertThat(said).isNotEmpty();
        assertThat(fault.getSuppressed()).isEmpty();
    }
}
