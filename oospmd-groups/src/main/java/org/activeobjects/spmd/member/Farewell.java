package org.activeobjects.spmd.member;

import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Request;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * What a member that has ended tells the others, so that nobody waits for it in vain.
 *
 * <p>Those that live still say which exchanges they have under way with it. What then fails them is
 * sent as the messages of the member are, behind these: so whoever still has to receive something
 * that it has sent does so, and an operation that it has done its part of does not fail.
 *
 * @param rank the member as a rank
 * @param endpoint its endpoint, which is closed at the end
 * @param report which rank has ended, and how
 */
record Farewell(Rank rank, Endpoint endpoint, String report) {

    private static final Logger LOG = LogManager.getLogger(Farewell.class);

    /**
     * Tells all others, and closes the endpoint. Returns at once.
     *
     * @param tell tells a member, by its rank, that this one has ended
     */
    void say(IntFunction<CompletableFuture<Object>> tell) {
        List<CompletableFuture<List<Request>>> told = new ArrayList<>();
        for (int to = 0; to < rank.size(); to++) {
            int other = to;
            if (to != rank.number()) {
                told.add(
                        tell.apply(to)
                                .orTimeout(Member.ANSWER_SECONDS, TimeUnit.SECONDS)
                                .thenApplyAsync(
                                        tags -> release(other, (Object[]) tags),
                                        task -> Thread.ofVirtual().start(task)));
            }
        }
        var _ =
                Thread.ofVirtual()
                        .name("farewell of rank " + rank.number())
                        .start(() -> close(told));
    }

    private List<Request> release(int to, Object[] tags) {
        List<Request> sends = new ArrayList<>(rank.communicator().announceEnd(to, report));
        for (Object tag : tags) {
            sends.add(rank.exchanger().announceEnd(to, (String) tag));
        }
        return sends;
    }

    private void close(List<CompletableFuture<List<Request>>> told) {
        for (CompletableFuture<List<Request>> one : told) {
            try {
                for (Request send : one.join()) {
                    send.await(Duration.ofSeconds(Member.ANSWER_SECONDS));
                }
            } catch (CompletionException | TransportException gone) {
                LOG.debug("a member was not told that one has ended: {}", report, gone);
            }
        }
        endpoint.close();
    }
}
