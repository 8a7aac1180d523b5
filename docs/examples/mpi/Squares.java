import org.activeobjects.collective.Communicator;
import org.activeobjects.spmd.PASPMD;
import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Status;
import org.activeobjects.transport.address.EndpointAddress;

/**
 * Rank 0 hands out numbers to whoever asks, and adds up their squares: {@code ao run -np 4 Squares}.
 */
public final class Squares {
    private static final int WORK = 2; // a context; 0 and 1 are those of the operations of all ranks
    private static final int NUMBER = 1; // tags
    private static final int ANSWER = 2;
    private static final int LAST = 100;

    private Squares() {}

    public static void main(String[] args) {
        Communicator world = PASPMD.communicator(); // MPI.COMM_WORLD
        if (world.rank() == 0) {
            handOut(world);
        } else {
            square(world);
        }
    }

    private static void handOut(Communicator world) {
        Endpoint endpoint = world.endpoint();
        long[] answer = new long[1];
        long sum = 0;
        int next = 1;
        for (int working = world.size() - 1; working > 0; ) {
            Status status =
                    endpoint.recv(EndpointAddress.ANY_SOURCE, ANSWER, WORK, Slice.of(answer));
            sum += answer[0];
            long number = next <= LAST ? next++ : 0; // 0: there are no more
            working -= number == 0 ? 1 : 0;
            endpoint.send(status.source(), NUMBER, WORK, Slice.of(new long[] {number}));
        }
        System.out.println("the squares of 1 to " + (next - 1) + " add up to " + sum);
    }

    private static void square(Communicator world) {
        EndpointAddress master = world.member(0);
        long[] number = {0};
        do {
            long[] square = {number[0] * number[0]};
            world.endpoint().send(master, ANSWER, WORK, Slice.of(square));
            world.endpoint().recv(master, NUMBER, WORK, Slice.of(number));
        } while (number[0] > 0);
    }
}
