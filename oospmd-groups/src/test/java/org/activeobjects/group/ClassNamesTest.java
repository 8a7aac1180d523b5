package org.activeobjects.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.PASPMD;
import org.activeobjects.transport.TransportConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** Groups of members whose class is named, made by a thread that has no context class loader. */
@Timeout(60)
class ClassNamesTest {

    private static final String NAME = Worker.class.getName();

    private final NodeRuntime here =
            NodeRuntime.open(
                    TransportConfig.defaults().withJob("names", TransportConfig.newSecret()));
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void dropTheLoader() {
        here.makeDefault();
        Thread.currentThread().setContextClassLoader(null);
    }

    @AfterEach
    void close() {
        Thread.currentThread().setContextClassLoader(loader);
        here.close();
    }

    @Test
    void everyFormFindsTheClass() throws ClassNotFoundException {
        Object[][] params = {{1}, {2}};
        String url = here.node().getNodeInformation().getURL();

        List<Object> groups =
                List.of(
                        PAGroup.newGroup(NAME, params),
                        PAGroup.newGroup(NAME, params, here.node()),
                        PAGroup.newGroup(NAME, params, url),
                        PAGroup.newGroupInParallel(NAME, params, here.node()),
                        PASPMD.newSPMDGroup(NAME, params),
                        PASPMD.newSPMDGroup(NAME, params, url),
                        PASPMD.newSPMDGroupInParallel(NAME, params, here.node()));

        assertThat(groups).allMatch(Worker.class::isInstance);
        assertThat(groups).extracting(PAGroup::size).containsOnly(2);
        assertThat(PAGroup.newGroup(NAME)).isInstanceOf(Worker.class);
    }

    @Test
    void aClassThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> PAGroup.newGroup("com.acme.Nothing"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("com.acme.Nothing");
        assertThatThrownBy(() -> PASPMD.newSPMDGroup("com.acme.Nothing", new Object[1][0]))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("com.acme.Nothing");
    }
}
