package org.activeobjects.benchmarks.pair;

import java.io.IOException;
import java.io.InputStream;

/** Ends this JVM when the one that started it is gone: the standard input is then at its end. */
public final class Parent {

    private Parent() {}

    /** Begins to watch; once per JVM. */
    public static void endWith() {
        Thread.ofPlatform().daemon().name("end with parent").start(Parent::watch);
    }

    private static void watch() {
        try (InputStream in = System.in) {
            while (in.read() >= 0) {
                // nothing is ever written to it
            }
        } catch (IOException e) {
            // as good as its end
        }
        Runtime.getRuntime().halt(1);
    }
}
