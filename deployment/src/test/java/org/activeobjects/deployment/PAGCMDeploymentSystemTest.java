package org.activeobjects.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.deployment.error.DeploymentException;
import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.job.Worker;
import org.activeobjects.error.FutureMonitoringPingFailureException;
import org.activeobjects.node.Node;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

@Tag("system")
@Timeout(90)
class PAGCMDeploymentSystemTest {

    private static final String APPLICATION =
            """
            <GCMApplication xmlns="urn:gcm:application:1.0">
              <environment><programVariable name="mark"/></environment>
              <application>
                <proactive>
                  <configuration>
                    <jvmarg value="-Dmark=${mark}"/>
                    <jvmarg value="-Dslf4j.internal.verbosity=ERROR"/>
                  </configuration>
                  <virtualNode id="One" capacity="1"><nodeProvider refid="here"/></virtualNode>
                  <virtualNode id="Rest"><nodeProvider refid="here"/></virtualNode>
                </proactive>
              </application>
              <resources>
                <nodeProvider id="here"><file path="hosts.xml"/></nodeProvider>
              </resources>
            </GCMApplication>
            """;

    private static final String DEPLOYMENT =
            """
            <GCMDeployment xmlns="urn:gcm:deployment:1.0">
              <resources><host refid="h"/></resources>
              <infrastructure>
                <hosts><host id="h" hostCapacity="3" vmCapacity="1"/></hosts>
              </infrastructure>
            </GCMDeployment>
            """;

    @TempDir private Path folder;
    private Path descriptor;

    @BeforeEach
    void setUp() throws IOException {
        descriptor = Files.writeString(folder.resolve("app.xml"), APPLICATION);
        Files.writeString(folder.resolve("hosts.xml"), DEPLOYMENT);
    }

    @Test
    void startsTheNodesOfTheDescriptorAndEndsThem() throws Exception {
        VariableContract contract = marked();
        GCMApplication application =
                PAGCMDeployment.loadApplicationDescriptor(descriptor.toUri().toURL(), contract);
        GCMVirtualNode one = application.getVirtualNode("One");
        GCMVirtualNode rest = application.getVirtualNode("Rest");
        assertThat(application.getVirtualNodeNames()).containsExactly("One", "Rest");
        assertThat(contract.isClosed()).isTrue();
        assertThat(application.isStarted()).isFalse();
        assertThatThrownBy(application::waitReady)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("call startDeployment() first");

        application.startDeployment();
        try {
            application.waitReady(60_000);

            assertThat(application.getAllNodes()).hasSize(3);
            assertThat(one.isGreedy()).isFalse();
            assertThat(one.getCurrentNodes()).hasSize(1);
            assertThat(rest.isGreedy()).isTrue();
            assertThat(rest.getNbRequiredNodes()).isEqualTo(2);
            assertThat(rest.getNewNodes())
                    .hasSize(2)
                    .doesNotContainAnyElementsOf(one.getCurrentNodes());
            assertThat(rest.getNewNodes()).isEmpty();
            Node first = rest.getANode();
            assertThat(rest.getANode(1000)).isNotNull().isNotEqualTo(first);
            assertThat(rest.getANode(1)).isNull();
            Worker worker = PAActiveObject.newActive(Worker.class, new Object[] {1}, first);
            assertThat(worker.whereAmI().getStringValue()).endsWith(" here");
            assertThatIllegalStateException().isThrownBy(application::startDeployment);
        } finally {
            application.kill();
        }
        assertThat(one.isReady()).isFalse();
        assertThat(rest.getNewNodes()).isEmpty();
        assertThatThrownBy(() -> one.getANode(0)).hasMessageContaining("was killed");
    }

    @Test
    void theOtherNodesGoOnWhenOneIsLost() {
        GCMApplication application =
                PAGCMDeployment.loadApplicationDescriptor(descriptor.toFile(), marked());
        application.startDeployment();
        try {
            List<Node> nodes = application.getAllNodes();
            StringWrapper never = newWorker(1, nodes.get(1)).waitForEver();
            long pid = pidOf(newWorker(2, nodes.get(1)));

            ProcessHandle.of(pid).orElseThrow().destroyForcibly();

            assertThatThrownBy(never::getStringValue)
                    .isInstanceOf(FutureMonitoringPingFailureException.class);
            // Those who end with it do so within a second.
            await().during(Duration.ofSeconds(2))
                    .until(
                            () ->
                                    Stream.of(nodes.get(0), nodes.get(2))
                                            .map(n -> newWorker(3, n))
                                            .allMatch(one -> pidOf(one) > 0));
        } finally {
            application.kill();
        }
    }

    /** Throws where the runtime that talks to the nodes takes its settings. */
    private static final class Broken extends Properties {

        private static final long serialVersionUID = 1;

        Broken(Properties usual) {
            putAll(usual);
        }

        @Override
        public Set<String> stringPropertyNames() {
            if (Thread.currentThread().getName().startsWith("start of job")) {
                throw new NoClassDefFoundError("of the test");
            }
            return super.stringPropertyNames();
        }
    }

    @Test
    void whoWaitsForNodesIsToldAlsoOfAnError() {
        GCMApplication application =
                PAGCMDeployment.loadApplicationDescriptor(descriptor.toFile(), marked());
        Properties usual = System.getProperties();
        System.setProperties(new Broken(usual));
        try {
            application.startDeployment();

            assertThatThrownBy(() -> application.waitReady(30_000))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("of the test");
        } finally {
            application.kill();
            System.setProperties(usual);
        }
    }

    private static Worker newWorker(int number, Node node) {
        return PAActiveObject.newActive(Worker.class, new Object[] {number}, node);
    }

    private static long pidOf(Worker worker) {
        return Long.parseLong(worker.whereAmI().getStringValue().split(" ")[1]);
    }

    private static VariableContract marked() {
        VariableContract contract = new VariableContractImpl();
        contract.setVariableFromProgram(
                Map.of("mark", "here"), VariableContractType.ProgramVariable);
        return contract;
    }

    @Test
    void aVariableThatTheProgramOwesIsNamed() {
        assertThatThrownBy(() -> PAGCMDeployment.loadApplicationDescriptor(descriptor.toFile()))
                .isInstanceOf(DescriptorException.class)
                .hasMessageContaining("app.xml:6:17: variable without a value: ${mark}");
    }

    @Test
    void anApplicationKilledBeforeItsStartNeverStarts() {
        VariableContractImpl contract = new VariableContractImpl();
        contract.setVariableFromProgram("mark", "x", VariableContractType.ProgramVariable);
        GCMApplication application =
                PAGCMDeployment.loadApplicationDescriptor(descriptor.toFile(), contract);

        application.kill();

        assertThatIllegalStateException().isThrownBy(application::startDeployment);
    }
}
