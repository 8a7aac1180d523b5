package org.activeobjects.transport.contract;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Two runtimes of one job in this JVM that can reach each other by one kind of link only. */
@Timeout(60)
public abstract class TwoTransports {

    static final int TAG = 7;
    static final int CONTEXT = 3;
    static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path sharedMemory;

    final String link;
    TransportConfig config;
    Transport one;
    Transport other;
    Endpoint near;
    Endpoint far;
    EndpointAddress nearAddress;
    EndpointAddress farAddress;

    TwoTransports(String link) {
        this.link = link;
    }

    /**
     * Changes the settings of both runtimes, for a link that has more than one way to work.
     *
     * @param defaults settings so far
     * @return settings for one test; by default the same
     */
    protected TransportConfig configure(TransportConfig defaults) {
        return defaults;
    }

    @BeforeEach
    void open() {
        config =
                configure(
                        TransportConfig.defaults()
                                .withJob(
                                        "contract-" + UUID.randomUUID(),
                                        TransportConfig.newSecret())
                                .withSharedMemory(sharedMemory)
                                .withLinks(link));
        openWith(config);
    }

    final void openWith(TransportConfig settings) {
        one = Transport.open(settings);
        other = Transport.open(settings);
        one.learn(other.card());
        other.learn(one.card());
        near = one.openEndpoint();
        far = other.openEndpoint();
        nearAddress = near.address();
        farAddress = far.address();
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    /** Exchanges zeros with an endpoint, on the calling thread. */
    final Void exchangeBytes(EndpointAddress with, int length, boolean isPersistent) {
        Slice source = Slice.of(new byte[length]);
        Slice destination = Slice.of(new byte[length]);
        if (!isPersistent) {
            near.exchange(with, TAG, CONTEXT, source, destination);
            return null;
        }
        try (PersistentRequest exchange =
                near.exchangeInit(with, TAG, CONTEXT, source, destination)) {
            exchange.start();
            exchange.await();
        }
        return null;
    }

    static byte[] randomBytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Runs something on a platform thread of its own. */
    static <T> CompletableFuture<T> onThread(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> complete(result, task));
        return result;
    }

    /** Runs something on a virtual thread. */
    static <T> CompletableFuture<T> onVirtualThread(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> complete(result, task));
        return result;
    }

    private static <T> void complete(CompletableFuture<T> result, Callable<T> task) {
        try {
            result.complete(task.call());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }
}
