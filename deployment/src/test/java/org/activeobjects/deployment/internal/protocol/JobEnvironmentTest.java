package org.activeobjects.deployment.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

import java.util.Map;

class JobEnvironmentTest {

    private static final JobEnvironment ENVIRONMENT =
            new JobEnvironment("job-1", "5ec2e7", "70ce2", 2, 4, 4);

    @Test
    void comesBackFromItsVariables() {
        assertThat(JobEnvironment.fromVariables(ENVIRONMENT.toVariables())).isEqualTo(ENVIRONMENT);
    }

    @Test
    void saysWhichVariableIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> JobEnvironment.fromVariables(Map.of()))
                .withMessageContaining("AO_JOB_ID")
                .withMessageContaining("ao run");
    }

    @Test
    void keepsTheSecretOutOfLogs() {
        assertThat(ENVIRONMENT.toString()).contains("job-1").doesNotContain("5ec2e7", "70ce2");
    }
}
