package org.activeobjects.deployment.migration;

/**
 * Something in a source that a person has to decide.
 *
 * @param line number of the line, from 1
 * @param text what it is, and what to do
 */
public record Finding(int line, String text) {}
