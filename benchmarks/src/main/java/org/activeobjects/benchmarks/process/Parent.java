package org.activeobjects.benchmarks.process;

import java.io.IOException;
import java.io.OutputStream;

/** The process that has started this one, to which it writes nothing. */
public final class Parent {

    private Parent() {}

    /**
     * Ends this JVM when the parent is gone, however it ended: the standard input is then at its
     * end. What the JVM has in shared memory goes with it.
     */
    public static void endWithIt() {
        Thread.ofPlatform().daemon().name("end with parent").start(Parent::awaitEnd);
    }

    private static void awaitEnd() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // as good as its end
        }
        System.exit(1);
    }
}
