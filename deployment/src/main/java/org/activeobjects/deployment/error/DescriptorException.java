package org.activeobjects.deployment.error;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** A descriptor is wrong; nothing was started. */
public class DescriptorException extends DeploymentException {

    @Serial private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /**
     * One mistake in one file.
     *
     * @param file name of the file
     * @param line line of the mistake, from 1; 0 if it concerns the file as a whole
     * @param column column of the mistake, from 1; 0 if it concerns the file as a whole
     * @param text what is wrong and what was expected
     */
    public record Problem(String file, int line, int column, String text) {

        @Override
        public String toString() {
            return line == 0 ? file + ": " + text : file + ":" + line + ":" + column + ": " + text;
        }
    }

    /**
     * All mistakes that were found.
     *
     * @param problems one or more
     */
    public DescriptorException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * The mistakes.
     *
     * @return in the order of the files and their lines
     */
    public List<Problem> problems() {
        return problems == null ? List.of() : problems;
    }
}
