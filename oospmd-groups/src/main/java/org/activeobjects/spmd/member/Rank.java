package org.activeobjects.spmd.member;

import org.activeobjects.collective.Communicator;
import org.activeobjects.diagnosis.DeadlockException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spmd.exchange.Exchanger;
import org.activeobjects.spmd.waiting.RankState;
import org.activeobjects.spmd.waiting.RankWatch;
import org.activeobjects.spmd.waiting.Ranks;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeId;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One rank among others: what its program talks to them through.
 *
 * @param communicator collective operations among all ranks
 * @param exchanger exchanges between two
 */
public record Rank(Communicator communicator, Exchanger exchanger) {

    /** Contexts below 0 are those of exchanges. */
    private static final int COLLECTIVE_CONTEXT = 0;

    /**
     * What the others have to know of a rank.
     *
     * @param runtime runtime it lives in
     * @param endpoint its endpoint
     * @return card of the runtime, id of the runtime, number of the endpoint
     */
    static String[] describe(NodeRuntime runtime, Endpoint endpoint) {
        EndpointAddress address = endpoint.address();
        return new String[] {
            runtime.card(), address.runtime().toString(), String.valueOf(address.id())
        };
    }

    /**
     * Puts a rank together.
     *
     * @param runtime runtime it lives in; is told of the others'
     * @param endpoint its endpoint
     * @param descriptions what {@link #describe} gave for each rank, in their order
     * @return the rank
     */
    static Rank of(NodeRuntime runtime, Endpoint endpoint, List<String[]> descriptions) {
        RuntimeId own = endpoint.address().runtime();
        List<EndpointAddress> members = new ArrayList<>();
        for (String[] description : descriptions) {
            RuntimeId id = RuntimeId.parse(description[1]);
            if (!id.equals(own)) {
                runtime.connect(description[0]);
            }
            members.add(new EndpointAddress(id, Integer.parseInt(description[2])));
        }
        Communicator communicator = new Communicator(endpoint, members, COLLECTIVE_CONTEXT);
        return new Rank(
                communicator,
                new Exchanger(endpoint, members, communicator.rank(), communicator.occupation()));
    }

    /**
     * Place among the ranks.
     *
     * @return 0 to {@code size() - 1}
     */
    public int number() {
        return communicator.rank();
    }

    /**
     * What it does now.
     *
     * @param program gives the thread of its program, {@code null} if that is not known
     * @return its state, for other ranks
     */
    RankState state(Supplier<Thread> program) {
        return RankState.of(number(), communicator.occupation(), program);
    }

    /** Whether a message has come that it does not receive; as told by {@link #sent}. */
    boolean leavesMessage(Object[] sent) {
        return communicator.occupation().holdsMessage((int) sent[1], (int) sent[2], (int) sent[3]);
    }

    /** A question about what a rank sends, and waits in. */
    static Object[] sent(String question, RankState sending) {
        return new Object[] {
            question, sending.rank(), Integer.parseInt(sending.tag()), sending.context()
        };
    }

    /** The thread that does it, or did something last; {@code null} if none has. */
    Thread occupied() {
        return communicator.occupation().look().thread();
    }

    /** Explains when it waits for ever, from now on, or gives up if that is the policy. */
    RankWatch watch(Ranks others) {
        // The watch must not keep the rank it watches over.
        WeakReference<Communicator> own = new WeakReference<>(communicator);
        return RankWatch.start(
                number(),
                communicator.occupation(),
                others,
                report -> ifPresent(own, c -> giveUp(c, report)),
                report -> ifPresent(own, c -> c.failAll(report)));
    }

    /** Takes part in nothing any more, with a report as the reason. */
    void giveUp(String report) {
        giveUp(communicator, report);
    }

    private static void giveUp(Communicator communicator, String report) {
        communicator.giveUp(() -> new DeadlockException(report));
    }

    private static void ifPresent(
            WeakReference<Communicator> communicator, Consumer<Communicator> action) {
        Communicator present = communicator.get();
        if (present != null) {
            action.accept(present);
        }
    }

    /**
     * Number of ranks.
     *
     * @return 1 or more
     */
    public int size() {
        return communicator.size();
    }
}
