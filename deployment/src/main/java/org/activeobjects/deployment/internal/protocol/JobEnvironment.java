package org.activeobjects.deployment.internal.protocol;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a rank learns from its launcher by environment variables; never by its command line, which
 * every user of the host can read.
 *
 * @param jobId id of the job
 * @param secret the job's secret, 64 hexadecimal digits
 * @param token marks control lines on the rank's standard error
 * @param rank this rank, 0 to {@code size - 1}
 * @param size number of ranks
 * @param ranksOnHost number of the job's processes that share this host's cores
 */
public record JobEnvironment(
        String jobId, String secret, String token, int rank, int size, int ranksOnHost) {

    private static final String JOB = "AO_JOB_ID";
    private static final String SECRET = "AO_JOB_SECRET";
    private static final String TOKEN = "AO_JOB_TOKEN";
    private static final String RANK = "AO_JOB_RANK";
    private static final String SIZE = "AO_JOB_SIZE";
    private static final String ON_HOST = "AO_JOB_RANKS_ON_HOST";

    /**
     * The variables for a process.
     *
     * @return name and value of each
     */
    public Map<String, String> toVariables() {
        Map<String, String> variables = new TreeMap<>();
        variables.put(JOB, jobId);
        variables.put(SECRET, secret);
        variables.put(TOKEN, token);
        variables.put(RANK, Integer.toString(rank));
        variables.put(SIZE, Integer.toString(size));
        variables.put(ON_HOST, Integer.toString(ranksOnHost));
        return variables;
    }

    /**
     * Reads what {@link #toVariables} wrote.
     *
     * @param variables the environment of this process
     * @return the values
     * @throws IllegalStateException if one is missing, so that this process is no rank of a job
     */
    public static JobEnvironment fromVariables(Map<String, String> variables) {
        return new JobEnvironment(
                get(variables, JOB),
                get(variables, SECRET),
                get(variables, TOKEN),
                Integer.parseInt(get(variables, RANK)),
                Integer.parseInt(get(variables, SIZE)),
                Integer.parseInt(get(variables, ON_HOST)));
    }

    /** Shows neither the secret nor the token. */
    @Override
    public String toString() {
        return "JobEnvironment[jobId=" + jobId + ", rank=" + rank + ", size=" + size + "]";
    }

    private static String get(Map<String, String> variables, String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "this process was not started as a rank of a job: missing variable="
                            + name
                            + "; start it with 'ao run'");
        }
        return value;
    }
}
