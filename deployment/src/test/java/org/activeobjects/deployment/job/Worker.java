package org.activeobjects.deployment.job;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.wrapper.StringWrapper;

import java.util.concurrent.CountDownLatch;

/** The active object of the system tests. */
public class Worker {

    private final int number;

    /**
     * A worker.
     *
     * @param number its number
     */
    public Worker(int number) {
        this.number = number;
    }

    /**
     * Where it runs.
     *
     * @return number, process and a system property
     */
    public StringWrapper whereAmI() {
        return new StringWrapper(
                number + " " + ProcessHandle.current().pid() + " " + System.getProperty("mark"));
    }

    /**
     * Never returns.
     *
     * @return nothing
     */
    public StringWrapper waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new StringWrapper("" + PAActiveObject.isInActiveObject());
    }

    /**
     * Ends its JVM.
     *
     * @param exitCode exit code
     */
    public void exit(int exitCode) {
        System.exit(exitCode);
    }
}
