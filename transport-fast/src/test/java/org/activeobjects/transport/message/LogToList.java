package org.activeobjects.transport.message;

import org.apache.logging.log4j.Logger;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

/** A log that a test can read. */
public final class LogToList {

    private LogToList() {}

    /**
     * Makes one.
     *
     * @param said gets a text for each call: its level and its arguments
     * @return the log
     */
    public static Logger of(List<String> said) {
        return (Logger)
                Proxy.newProxyInstance(
                        Logger.class.getClassLoader(),
                        new Class<?>[] {Logger.class},
                        (_, method, arguments) -> {
                            said.add(method.getName() + " " + Arrays.toString(arguments));
                            return null;
                        });
    }
}
