package org.activeobjects.deployment.migration;

/**
 * One replacement in a source file.
 *
 * @param start first character that is replaced
 * @param end character after the last one that is replaced
 * @param line number of the line where it starts, from 1
 * @param before what is replaced, in the words of the source
 * @param after what comes in its place; empty if it is only removed
 */
public record Edit(int start, int end, int line, String before, String after) {}
