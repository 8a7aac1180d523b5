package org.activeobjects.transport.matching;

import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.RegisteredBuffer;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.transfer.TransferTable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Uses what brings messages together while the heap has no room for another object. */
public final class FullHeapMain {

    private static final int MANY = 64;

    private static Object[] all;
    private static byte[] rest;
    private static int count;
    private static String error;

    private FullHeapMain() {}

    /** No arguments. */
    public static void main(String[] args) {
        use(false); // the JVM makes what it needs
        use(true);
    }

    private static void use(boolean isFull) {
        String when = isFull ? "WITHOUT MEMORY " : "AT FIRST ";
        System.out.println(when + "TAKEN " + take(isFull));
        System.out.println(when + "FAILED " + fail(isFull));
        System.out.println(when + "NUMBERS " + numbers(isFull));
        System.out.println(when + "ADMITTED " + admit(isFull));
        System.out.println(when + "RELEASED " + release(isFull));
    }

    private static void run(boolean isFull, Runnable step) {
        run(isFull, 0, step);
    }

    /** Does something while there is memory for so many bytes, if the heap is to be full. */
    private static void run(boolean isFull, int left, Runnable step) {
        error = "none";
        count = 0;
        rest = new byte[left];
        try {
            while (isFull) {
                all = new Object[] {all};
            }
            step.run();
        } catch (OutOfMemoryError full) {
            rest = null;
            try {
                step.run();
            } catch (OutOfMemoryError e) {
                all = null;
                error = e.getMessage();
            }
        }
        all = null;
    }

    private static Operation receive(Station station, int tag) {
        Operation op = new Operation(station);
        op.receive(null, 0, tag, 0, Slice.EMPTY);
        op.place = 0; // as one that is remembered until it is reported
        return op;
    }

    /** How many receives are taken out by messages for them. */
    private static int take(boolean isFull) {
        MatchQueues queues = new MatchQueues();
        Operation[] posted = new Operation[2 * MANY];
        for (int i = 0; i < posted.length; i++) {
            posted[i] = receive(null, i);
        }
        Envelope message = new Envelope();
        run(
                isFull,
                () -> {
                    while (count < posted.length) {
                        queues.post(posted[count]);
                        message.set(null, 1, count, 0, ElementType.BYTE, 0, 0);
                        count += queues.takePosted(message) == posted[count] ? 1 : 0;
                    }
                });
        return count;
    }

    /** How many receives are told that their endpoint is closed. */
    private static int fail(boolean isFull) {
        ParkingDoorbell bell = new ParkingDoorbell();
        Progress progress = new Progress("test-progress", bell, 0);
        Station station = new Stations(new RuntimeId(1, 1), progress, new Handlers()).open(null);
        Operation[] posted = new Operation[MANY];
        for (int i = 0; i < posted.length; i++) {
            posted[i] = receive(station, i);
            station.matcher().receive(posted[i]);
        }
        TransportClosedException why = new TransportClosedException("it is closed");
        run(isFull, () -> station.matcher().close(why));
        if (!error.equals("none")) {
            station.matcher().close(why); // whoever could not close it closes it again
        }
        progress.close();
        bell.close();
        int failed = 0;
        for (Operation op : posted) {
            failed += op.isComplete() && op.failure() != null ? 1 : 0;
        }
        return failed;
    }

    /** How many numbers a table gives that could not grow at first. */
    private static int numbers(boolean isFull) {
        TransferTable<Object> table = new TransferTable<>();
        Object transfer = new Object();
        run(
                isFull,
                160, // for one of the two arrays
                () -> {
                    while (count < MANY) {
                        count += table.add(transfer) >= 0 ? 1 : 0;
                    }
                });
        while (table.add(transfer) >= 0) {
            count++;
        }
        return count;
    }

    /** How many bytes of this runtime are admitted after many for which there was no room. */
    private static long admit(boolean isFull) {
        Party here = new LocalMessagesTest.Here();
        ParkingDoorbell bell = new ParkingDoorbell();
        Progress progress = new Progress("test-progress", bell, 0);
        Stations stations = new Stations(new RuntimeId(1, 1), progress, new Handlers());
        Station from = stations.open(null);
        Station to = stations.open(null);
        Slice elements = Slice.of(new byte[LocalMessages.EAGER]);
        Operation send = new Operation(from);
        send.send(here, 2, 0, 0, elements, 0);
        Matcher matcher = to.matcher();
        run(
                isFull,
                () -> {
                    while (isFull && count++ < 2 * MANY) {
                        var _ = lacksMemoryFor(send, matcher);
                    }
                });
        int admitted = 0;
        while (matcher.takeLocally(send) != Matcher.WAITS) {
            admitted++;
        }
        progress.close();
        bell.close();
        return admitted;
    }

    private static boolean lacksMemoryFor(Operation send, Matcher matcher) {
        try {
            return matcher.takeLocally(send) == null;
        } catch (OutOfMemoryError _) {
            return true;
        }
    }

    /** How many buffers of operations are released that may not have been begun. */
    private static int release(boolean isFull) {
        ParkingDoorbell bell = new ParkingDoorbell();
        Progress progress = new Progress("test-progress", bell, 0);
        Stations stations = new Stations(new RuntimeId(1, 1), progress, new Handlers());
        Station from = stations.open(null);
        Station to = stations.open(null);
        for (int i = 0; i < MANY; i++) {
            to.matcher().receive(receive(to, i));
            to.operations().started(new Operation(to));
        }
        RegisteredBuffer[] buffers = {buffer(), buffer(), buffer()};
        Operation[] last = new Operation[buffers.length];
        for (int i = 0; i < last.length; i++) {
            last[i] = new Operation(i == 0 ? from : to);
            try (RegisteredBuffer.View view = buffers[i].view(ElementType.BYTE)) {
                if (i == 0) {
                    last[i].send(new LocalMessagesTest.Here(), 2, MANY, 0, view.slice(), 0);
                } else {
                    last[i].receive(null, 0, MANY + i, 0, view.slice());
                    last[i].place = 0;
                }
            }
        }
        run(isFull, () -> LocalMessages.deliver(last[0], to.matcher()));
        run(isFull, () -> to.operations().started(last[1]));
        run(isFull, () -> to.matcher().receive(last[2]));
        if (!isFull) {
            last[1].complete();
            to.matcher().close(new TransportClosedException("it is closed"));
        }
        progress.close();
        bell.close();
        int released = 0;
        for (RegisteredBuffer buffer : buffers) {
            try {
                buffer.close();
                released++;
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        return released;
    }

    private static RegisteredBuffer buffer() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(1);
        return new RegisteredBuffer(
                new RegisteredBuffer.Source() {
                    @Override
                    public MemorySegment segment() {
                        return memory;
                    }

                    @Override
                    public void release() {
                        arena.close();
                    }

                    @Override
                    public void forgotten() {}
                });
    }
}
