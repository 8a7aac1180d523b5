package org.activeobjects.deployment.internal.agent;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * The standard error of a rank, for the program and for the launcher alike, so that no line of one
 * cuts into one of the other. A program may close it: the rank still needs it.
 */
final class SharedErrors extends PrintStream {

    SharedErrors() {
        super(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.err)),
                true,
                System.err.charset());
    }

    @Override
    public void close() {
        flush();
    }
}
