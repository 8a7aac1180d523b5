package org.activeobjects.transport.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A network namespace of its own: a host, as far as its cards and addresses go. */
public final class NetworkSpace implements AutoCloseable {

    private final String name;

    /** Makes one; the test is skipped where that is not allowed. */
    public NetworkSpace(String label) {
        name = "ao-" + label + "-" + ProcessHandle.current().pid();
        assumeTrue(
                isDone("ip", "netns", "add", name),
                "no network namespaces can be made here: ip netns needs iproute2 and root");
    }

    /** Lays a cable to another host; at each end a card. */
    public void connect(String card, NetworkSpace other, String otherCard) {
        ip("link", "add", card, "type", "veth", "peer", otherCard, "netns", other.name);
    }

    /** Gives a card an address and brings it up. */
    public void setUp(String card, String address) {
        ip("addr", "add", address, "dev", card);
        ip("link", "set", card, "up");
    }

    /** Gives a card an address, which is there at once; false where the kernel has no such. */
    public boolean addSix(String card, String address) {
        return isDone("ip", "-n", name, "addr", "add", address, "dev", card, "nodad");
    }

    /** Runs {@code ip} there, which has to go well. */
    public void ip(String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "-n", name));
        command.addAll(List.of(arguments));
        assertThat(isDone(command.toArray(String[]::new))).as(String.join(" ", command)).isTrue();
    }

    /** The command that runs another one there. */
    public List<String> running(List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
        all.addAll(command);
        return all;
    }

    private static boolean isDone(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        isDone("ip", "netns", "del", name);
    }
}
