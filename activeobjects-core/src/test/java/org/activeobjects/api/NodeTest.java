package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.BodyTerminatedException;
import org.activeobjects.error.NodeException;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Nodes and names of this runtime and of another one of the JVM. */
@Timeout(60)
class NodeTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    /** A node of its own name, as this runtime sees it. */
    private Node nodeNamed(String name, boolean remote) {
        if (!remote) {
            return NodeFactory.createLocalNode(name);
        }
        return here.connect(there.createNode(name, false).url());
    }

    @Test
    void whoHasNotMadeARuntimeTheDefaultOneIsToldSo() {
        TransportConfig other = TransportConfig.defaults().withJob("other", null);
        try (NodeRuntime stranger = NodeRuntime.open(other)) {
            Node node = stranger.node();

            assertThatThrownBy(() -> PAActiveObject.newActive(Settler.class, new Object[0], node))
                    .isInstanceOf(ActiveObjectCreationException.class)
                    .hasMessageContaining("jobs differ")
                    .hasMessageContaining("another runtime of this JVM")
                    .hasMessageContaining("NodeRuntime.makeDefault");
        }
    }

    /** Knows where it is. */
    public static class Settler {

        public StringWrapper node() {
            return new StringWrapper(PAActiveObject.getNode().name());
        }

        public StringWrapper bodyUrl() {
            return new StringWrapper(PAActiveObject.getBodyOnThis().getNodeURL());
        }
    }

    /** Is told of nodes, and tells of them. */
    public static class Guide {

        private final List<Node> known = new ArrayList<>();

        public IntWrapper learn(Node... nodes) {
            known.addAll(List.of(nodes));
            return new IntWrapper(known.size());
        }

        public Node own() {
            return PAActiveObject.getNode();
        }

        public Node known(int number) {
            return known.get(number);
        }

        public StringWrapper settle(int number) {
            return NodeTest.settle(Settler.class, known.get(number)).node();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nodesAreArgumentsAndResults(boolean remote) {
        Node first = remote ? here.connect(there.card()) : here.node();
        Node named = nodeNamed("told of " + remote, remote);
        Node other = remote ? here.node() : here.connect(there.card());
        Guide guide = PAActiveObject.newActive(Guide.class, new Object[0], first);

        assertThat(guide.learn(first, named, other).getIntValue()).isEqualTo(3);

        assertThat(PAFuture.getFutureValue(guide.own())).isEqualTo(first);
        assertThat(PAFuture.getFutureValue(guide.known(1))).isEqualTo(named);
        assertThat(guide.known(2).url()).isEqualTo(other.url());
        assertThat(guide.settle(1).getStringValue()).isEqualTo(named.name());
        assertThat(guide.settle(2).getStringValue()).isEqualTo(other.name());
        // A node that is still awaited does where a node is asked for.
        assertThat(settle(Settler.class, guide.known(1)).node().getStringValue())
                .isEqualTo(named.name());
    }

    /** Another kind. */
    public static class Native extends Settler {}

    private static Settler settle(Class<? extends Settler> type, Node node) {
        return PAActiveObject.newActive(type, new Object[0], node);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anActiveObjectKnowsTheNodeItWasCreatedOn(boolean remote) {
        Node node = nodeNamed("west wing", remote);
        Settler settler = settle(Settler.class, node);

        assertThat(node.name()).isEqualTo("west wing");
        assertThat(node.url()).endsWith("/west%20wing");
        assertThat(settler.node().getStringValue()).isEqualTo("west wing");
        assertThat(settler.bodyUrl().getStringValue()).isEqualTo(node.url());
        assertThat(PAActiveObject.getActiveObjectNode(settler)).isEqualTo(node);
        assertThat(PAActiveObject.getActiveObjectNodeUrl(settler)).isEqualTo(node.url());
        assertThat(NodeFactory.getNode(node.url())).isEqualTo(node);
        assertThat(NodeFactory.isNodeLocal(node)).isEqualTo(!remote);
        assertThat(PAActiveObject.newActive(Settler.class, new Object[0], node.url()).node())
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void listsTheActiveObjectsOfEachNode(boolean remote) {
        Node named = nodeNamed("named", remote);
        Node first = remote ? here.connect(there.card()) : NodeFactory.getDefaultNode();
        Settler settler = settle(Settler.class, named);
        Settler indigenous = settle(Native.class, named);
        Settler other = settle(Settler.class, first);

        assertThat(named.getActiveObjects()).containsExactly(settler, indigenous);
        assertThat(named.getActiveObjects(Native.class)).containsExactly((Native) indigenous);
        assertThat(named.getActiveObjects(Settler.class)).containsExactly(settler, indigenous);
        assertThat(named.getActiveObjects(Settler.class.getName())).containsExactly(settler);
        assertThat(named.getNumberOfActiveObjects()).isEqualTo(2);
        assertThat(first.getActiveObjects()).containsExactly(other);
        assertThat(named.getActiveObjects(Settler.class).getFirst().node().getStringValue())
                .isEqualTo("named");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNodeHasPropertiesForAll(boolean remote) {
        Node node = nodeNamed("p", remote);

        assertThat(node.getProperty("color")).isNull();
        assertThat(node.setProperty("color", "red")).isNull();
        assertThat(node.setProperty("color", "blue")).isEqualTo("red");
        assertThat(NodeFactory.getNode(node.url()).getProperty("color")).isEqualTo("blue");
        assertThat(node.setProperty("color", null)).isEqualTo("blue");
        assertThat(node.getProperty("color")).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killingANodeEndsItsActiveObjectsAndNoOthers(boolean remote) {
        Node node = nodeNamed("doomed", remote);
        Settler first = settle(Settler.class, node);
        Settler second = settle(Native.class, node);
        Settler other = settle(Settler.class, remote ? here.connect(there.card()) : null);

        NodeFactory.killNode(node.url());

        await().until(() -> !PAActiveObject.pingActiveObject(first));
        await().until(() -> !PAActiveObject.pingActiveObject(second));
        assertThatThrownBy(() -> first.node().getStringValue())
                .isInstanceOf(BodyTerminatedException.class);
        assertThat(other.node().getStringValue()).isNotEqualTo("doomed");
        assertThatThrownBy(() -> settle(Settler.class, node))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("doomed")
                .hasMessageContaining("killed");
        assertThatThrownBy(() -> NodeFactory.getNode(node.url()))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("doomed")
                .hasMessageContaining("createLocalNode");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNameOfAKilledNodeIsFreeAgain(boolean remote) {
        Node node = nodeNamed("again", remote);
        settle(Settler.class, node);
        node.kill();
        Node next = nodeNamed("again", remote);

        assertThat(next.getActiveObjects()).isEmpty();
        assertThat(settle(Settler.class, next).node().getStringValue()).isEqualTo("again");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstNodeOfARuntimeCanBeKilledTooAndItsNamedOnesStay(boolean remote) {
        Node named = nodeNamed("named", remote);
        Node first = remote ? here.connect(there.card()) : here.node();
        Settler settler = settle(Settler.class, first);
        first.kill();
        first.kill();

        await().until(() -> !PAActiveObject.pingActiveObject(settler));
        assertThatThrownBy(() -> settle(Settler.class, first))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("killed");
        assertThatThrownBy(first::getActiveObjects)
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(first.url());
        assertThat(settle(Settler.class, named).node().getStringValue()).isEqualTo("named");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endingAllActiveObjectsLeavesTheNode(boolean remote) {
        Node node = nodeNamed("cleared", remote);
        Settler settler = settle(Settler.class, node);
        node.killAllActiveObjects();

        await().until(() -> !PAActiveObject.pingActiveObject(settler));
        await().until(() -> node.getNumberOfActiveObjects() == 0);
        assertThat(settle(Settler.class, node).node().getStringValue()).isEqualTo("cleared");
    }

    @Test
    void theTextOfALocalNodeIsItsNameAndNoStateOfTheRuntime() {
        here.transport();

        assertThat(here.node()).hasToString("local node, name=first node of its runtime");
    }

    @Test
    void theOwnHostMayBeCalledAsOneLikes() throws Exception {
        Settler settler = settle(Settler.class, here.node());
        String url = PAActiveObject.registerByName(settler, "settler");
        String local = url.replaceFirst("//[^:]+:", "//localhost:");

        assertThat(url).contains("//127.0.0.1:");
        assertThat(PAActiveObject.lookupActive(Settler.class, local)).isEqualTo(settler);
        assertThat(NodeFactory.getNode(local.replace("/settler", ""))).isEqualTo(here.node());
    }

    @Test
    void soItMayWhereAllItsAddressesAreBound() throws Exception {
        TransportConfig config =
                TransportConfig.defaults()
                        .withJob("everywhere", TransportConfig.newSecret())
                        .withBindAddress(InetAddress.getByName("0.0.0.0"));
        try (NodeRuntime everywhere = NodeRuntime.open(config)) {
            Node node = everywhere.createNode("own", false);
            String url = node.url();
            for (String host : List.of("localhost", "127.0.0.1", "127.0.1.1")) {
                String local = url.replaceFirst("//.+:", "//" + host + ":");
                assertThat(everywhere.connect(local)).as(local).isEqualTo(node);
            }
        }
    }

    @Test
    void aNameMeansOneThing() throws Exception {
        NodeFactory.createLocalNode("taken");
        Settler settler = settle(Settler.class, here.node());

        assertThatThrownBy(() -> NodeFactory.createLocalNode("taken"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("name is taken");
        assertThatThrownBy(() -> PAActiveObject.registerByName(settler, "taken", true))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("by=a node; choose another, or kill the node");
        String url = PAActiveObject.registerByName(settler, "an object");
        assertThatThrownBy(() -> NodeFactory.createLocalNode("an object", true, null))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("name is taken");
        assertThat(PAActiveObject.lookupActive(Settler.class, url)).isEqualTo(settler);
        assertThat(PAActiveObject.listActive(here.node().url())).containsExactly(url);
        PAActiveObject.unregister(url);
        assertThat(PAActiveObject.listActive(here.node().url())).isEmpty();
    }

    @Test
    void replacingANodeKillsTheOldOne() {
        Node old = NodeFactory.createLocalNode("ao://somewhere:1/same", false, "workers");
        Settler settler = settle(Settler.class, old);
        Node replaced = NodeFactory.createLocalNode("same", true, null);

        assertThat(old.name()).isEqualTo("same");
        await().until(() -> !PAActiveObject.pingActiveObject(settler));
        assertThat(replaced.getActiveObjects()).isEmpty();
        assertThat(replaced.getProperty("virtualNode")).isNull();
    }

    @Test
    void namesGoWithTheObjectsOfAKilledNode() throws Exception {
        Node node = nodeNamed("registry", true);
        Settler settler = settle(Settler.class, node);
        String url = PAActiveObject.registerByName(settler, "keeper");
        assertThat(PAActiveObject.lookupActive(Settler.class, url)).isEqualTo(settler);
        node.kill();

        await().until(() -> PAActiveObject.listActive(there.node().url()).length == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNameIsTakenOverOnlyByWhoeverSaysSo(boolean remote) throws Exception {
        Node at = remote ? here.connect(there.card()) : here.node();
        Settler first = settle(Settler.class, at);
        Settler second = settle(Native.class, at);
        String url = PAActiveObject.registerByName(first, "desk");
        String other = PAActiveObject.registerByName(first, "also the first");

        assertThat(url).matches("ao://[^/]+:[0-9]+/desk").isEqualTo(at.url() + "/desk");
        assertThatThrownBy(() -> PAActiveObject.registerByName(second, "desk", false))
                .hasMessageContaining("name is taken");
        assertThat(PAActiveObject.registerByName(second, "desk", true)).isEqualTo(url);
        assertThat(PAActiveObject.lookupActive(Settler.class, url)).isEqualTo(second);
        assertThat(PAActiveObject.lookupActive(Settler.class, other)).isEqualTo(first);
        assertThat(PAActiveObject.listActive(at.url())).containsExactlyInAnyOrder(url, other);
        assertThatThrownBy(() -> PAActiveObject.lookupActive(Guide.class, url))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of another type")
                .hasMessageContaining("wanted=" + Guide.class.getName());
        PAActiveObject.unregister(url);
        assertThatThrownBy(() -> PAActiveObject.unregister(url))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(url);
        assertThat(PAActiveObject.listActive(at.url())).containsExactly(other);
    }

    /** Takes its node away. */
    public static class Demolisher {

        public IntWrapper killOwnNode() {
            PAActiveObject.getNode().kill();
            return new IntWrapper(8);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoeverKillsItsOwnNodeIsAnsweredAndEnds(boolean remote) {
        Node node = nodeNamed("own", remote);
        Demolisher demolisher = PAActiveObject.newActive(Demolisher.class, new Object[0], node);

        assertThat(demolisher.killOwnNode().getIntValue()).isEqualTo(8);
        assertThatThrownBy(() -> demolisher.killOwnNode().getIntValue())
                .isInstanceOf(BodyTerminatedException.class);
    }

    @Test
    void namesAreRegisteredUnderOneProtocol() {
        Settler settler = settle(Settler.class, here.node());

        assertThat(PAActiveObject.registerByName(settler, "a", "ao")).startsWith("ao://");
        assertThat(PAActiveObject.registerByName(settler, "a", true, null)).endsWith("/a");
        assertThatThrownBy(() -> PAActiveObject.registerByName(settler, "b", "rmi"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rmi");
    }

    @Test
    void aNodeOfARuntimeThatIsGoneIsNamedInEveryError() {
        Node node = nodeNamed("gone", true);
        there.close();

        for (Runnable use :
                List.<Runnable>of(
                        () -> node.getProperty("x"), node::getActiveObjects, node::kill)) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining(node.url());
        }
        assertThatThrownBy(() -> settle(Settler.class, node))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining(node.url());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rmi://localhost/x", "org.acme.Account", ""})
    void whatIsNoUrlOfANodeIsToldHowOneLooks(String text) {
        assertThatThrownBy(() -> NodeFactory.getNode(text))
                .isInstanceOf(NodeException.class)
                .hasMessage(
                        "no node there: node=%s reason=not a URL of an active object or node:"
                                        .formatted(text)
                                + " url=%s expected=ao://host:port/name".formatted(text));
    }

    @Test
    void saysInWhichJvmItIs() {
        Node node = nodeNamed("vm", true);

        assertThat(node.getVMInformation().getPid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(node.getVMInformation().getVMID()).isEqualTo(there.node().runtimeId());
        assertThat(node.getNodeInformation().getVMInformation()).isEqualTo(node.getVMInformation());
        assertThat(node.getVMInformation().getName())
                .contains(node.getNodeInformation().hostName());
    }

    @Test
    void deadAndForgottenActiveObjectsAreNotListed() {
        Node node = NodeFactory.createLocalNode("crowded");
        for (int i = 0; i < 1000; i++) {
            PAActiveObject.terminateActiveObject(settle(Settler.class, node), true);
        }
        Settler last = settle(Settler.class, node);

        await().untilAsserted(() -> assertThat(node.getActiveObjects()).containsExactly(last));
    }

    @Test
    void aRuntimeIsWhereItsPortSaysSoThatItsUrlsAreKnownBeforehand() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        TransportConfig config = TransportConfig.defaults().withPort(port);
        try (NodeRuntime chosen = NodeRuntime.open(config);
                NodeRuntime second = NodeRuntime.open(config)) {
            assertThat(chosen.node().url()).isEqualTo("ao://127.0.0.1:" + port);
            assertThatThrownBy(() -> second.node().url())
                    .hasMessageContaining("port=" + port)
                    .hasMessageContaining("choose a port that nobody listens at")
                    .hasMessageContaining("-Dactiveobjects.port");
            second.makeDefault();
            Account account = PAActiveObject.newActive(Account.class);
            assertThatThrownBy(() -> PAActiveObject.registerByName(account, "ada"))
                    .hasMessageContaining("port=" + port);
            assertThat(((JvmKeeper.Worker) second).isBusy())
                    .as("a name that nobody can look up keeps the JVM alive")
                    .isFalse();
        }
    }
}
