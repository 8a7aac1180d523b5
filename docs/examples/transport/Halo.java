import org.activeobjects.transport.Endpoint;
import org.activeobjects.transport.PersistentRequest;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.EndpointAddress;
import org.activeobjects.transport.address.RuntimeCard;

/**
 * Two halves of a grid, one per JVM, that swap the columns at which they meet: {@code Halo left},
 * then {@code Halo right PORT}.
 */
public final class Halo {
    private static final int ROWS = 256;
    private static final int COLUMNS = 130; // the outer two are copies of the neighbour's
    private static final int STEPS = 200;

    private Halo() {}

    public static void main(String[] args) {
        TransportConfig config = TransportConfig.defaults().withJob("halo", null);
        try (Transport transport = Transport.open(config);
                Endpoint endpoint = transport.openEndpoint()) {
            boolean isLeft = args[0].equals("left");
            EndpointAddress neighbour;
            if (isLeft) {
                System.out.println("port " + transport.card().port());
                // Whoever is called learns from a first message who the other one is.
                neighbour = endpoint.recv(EndpointAddress.ANY_SOURCE, 0, 0, Slice.EMPTY).source();
            } else {
                RuntimeCard card = transport.connect("127.0.0.1", Integer.parseInt(args[1]));
                neighbour = new EndpointAddress(card.id(), 1);
                endpoint.send(neighbour, 0, 0, Slice.EMPTY);
            }
            System.out.println("sum " + run(endpoint, neighbour, isLeft));
        }
    }

    private static double run(Endpoint endpoint, EndpointAddress neighbour, boolean isLeft) {
        double[] grid = new double[ROWS * COLUMNS];
        java.util.Arrays.fill(grid, isLeft ? 1 : 0);
        Slice border = column(grid, isLeft ? COLUMNS - 2 : 1);
        Slice halo = column(grid, isLeft ? COLUMNS - 1 : 0);
        // Set up once; start and await then allocate nothing.
        try (PersistentRequest swap = endpoint.exchangeInit(neighbour, 7, 0, border, halo)) {
            for (int step = 0; step < STEPS; step++) {
                swap.start();
                swap.await();
                smooth(grid);
            }
        }
        double sum = java.util.Arrays.stream(grid).sum();
        // Both have what they need when an exchange is over, so either may close now.
        return Math.rint(sum * 1000) / 1000;
    }

    /** One element of each row: blocks of 1, as many apart as a row is long. */
    private static Slice column(double[] grid, int column) {
        return Slice.strided(grid, column, 1, COLUMNS, ROWS);
    }

    private static void smooth(double[] grid) {
        for (int row = 0; row < ROWS; row++) {
            double west = grid[row * COLUMNS];
            for (int at = row * COLUMNS + 1; at < (row + 1) * COLUMNS - 1; at++) {
                double here = grid[at];
                grid[at] = (west + here + grid[at + 1]) / 3;
                west = here;
            }
        }
    }
}
