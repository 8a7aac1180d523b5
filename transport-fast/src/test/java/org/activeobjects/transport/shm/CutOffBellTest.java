package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Another process of the same user cuts off the file at which a runtime sleeps. */
@Timeout(60)
class CutOffBellTest {

    private static final int TAG = 5;

    @TempDir Path folder;

    private void cutOffTheBellOf(Transport transport) throws IOException {
        String runtime = transport.card().id().toString();
        List<Path> bells;
        try (Stream<Path> files = Files.walk(folder)) {
            bells =
                    files.filter(file -> file.getFileName().toString().startsWith("bell-"))
                            .filter(file -> file.toString().contains(runtime))
                            .toList();
        }
        assertThat(bells).hasSize(1);
        try (FileChannel file = FileChannel.open(bells.getFirst(), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
    }

    @Test
    void leavesTheOtherLinksToTheRuntime() throws Exception {
        TransportConfig both =
                TransportConfig.defaults()
                        .withJob("cut-off-bell", TransportConfig.newSecret())
                        .withSharedMemory(folder)
                        .withLinks("shm", "netty");
        try (Transport one = Transport.open(both);
                Transport other = Transport.open(both.withLinks("netty"));
                Endpoint near = one.openEndpoint();
                Endpoint far = other.openEndpoint()) {
            one.learn(other.card());
            other.learn(one.card());
            int[] got = new int[1];
            CompletableFuture<Void> waiting =
                    CompletableFuture.runAsync(
                            () -> near.recv(EndpointAddress.ANY_SOURCE, TAG, 0, Slice.of(got)));
            far.send(near.address(), TAG + 1, 0, Slice.EMPTY);
            near.recv(far.address(), TAG + 1, 0, Slice.EMPTY);

            cutOffTheBellOf(one);

            near.send(far.address(), TAG, 0, Slice.EMPTY);
            far.recv(near.address(), TAG, 0, Slice.EMPTY);
            far.send(near.address(), TAG, 0, Slice.of(new int[] {3}));
            waiting.get(30, TimeUnit.SECONDS);
            assertThat(got).containsExactly(3);
        }
    }
}
