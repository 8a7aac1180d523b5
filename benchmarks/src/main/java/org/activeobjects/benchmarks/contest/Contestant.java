package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

import java.util.Set;

/**
 * A program that takes part.
 *
 * @param id word that chooses it on the command line
 * @param name name in tables, files and plots
 * @param wire what lies between its two sides
 * @param ours whether it is one of this project's links, and not a peer
 * @param measurements what it can do
 * @param maxBytes longest message that it can send
 * @param compiledAhead whether it needs no warm-up by a compiler
 * @param starter starts it
 */
public record Contestant(
        String id,
        String name,
        Wire wire,
        boolean ours,
        Set<Measurement> measurements,
        int maxBytes,
        boolean compiledAhead,
        Starter starter) {

    /** Starts a contestant's processes. */
    @FunctionalInterface
    public interface Starter {
        /**
         * Starts and connects them.
         *
         * @param field where and how
         * @return the running program
         * @throws UnavailableException if this host lacks what the program needs
         */
        Team start(Field field) throws UnavailableException;
    }

    /** Something that a program needs is not installed here. */
    public static final class UnavailableException extends Exception {

        private static final long serialVersionUID = 1;

        /**
         * Tells what is missing.
         *
         * @param message what, and how to get it
         */
        public UnavailableException(String message) {
            super(message);
        }
    }

    /** Measurements are copied. */
    public Contestant {
        measurements = Set.copyOf(measurements);
    }

    boolean can(Measurement measurement, int bytes) {
        return measurements.contains(measurement) && bytes <= maxBytes;
    }
}
