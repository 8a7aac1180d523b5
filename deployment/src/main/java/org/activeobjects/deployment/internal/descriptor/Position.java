package org.activeobjects.deployment.internal.descriptor;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;

import java.util.List;

/**
 * A place in a descriptor.
 *
 * @param file name of the file
 * @param line from 1
 * @param column from 1
 */
public record Position(String file, int line, int column) {

    Problem problem(String text) {
        return new Problem(file, line, column, text);
    }

    DescriptorException exception(String text) {
        return new DescriptorException(List.of(problem(text)));
    }
}
