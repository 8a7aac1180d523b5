package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;

/**
 * A context of UCX and its one worker, through which everything of one runtime goes.
 *
 * <p>Nothing here blocks. An operation gives a request: 0 if it is done, a negative number if it
 * has failed, else a handle that is {@linkplain #check asked} until it is done and then {@linkplain
 * #free freed}.
 *
 * <p><b>Threading:</b> whoever calls holds the {@link #lock}, but for the lock itself. It is spun
 * for, and held for microseconds.
 */
@SuppressWarnings("ThreadPriorityCheck") // the holder may wait for the core that spins
public final class UcpWorker implements AutoCloseable {

    private static final int SPINS = 100;
    private static final int IDLE_PER_CHANGE = 256;
    private static final long LENGTH = Structure.offset(Structure.TAG_RECV_INFO, "length");

    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(UcpWorker.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Is told of endpoints that have failed. */
    @FunctionalInterface
    public interface EndpointWatch {

        /**
         * An endpoint has failed; called while the worker is moved, under its lock.
         *
         * @param endpoint its handle
         * @param status why
         */
        void onFailed(long endpoint, int status);
    }

    private final Arena arena = Arena.ofShared();
    private final Structure sendParameters = new Structure(Structure.REQUEST_PARAM, arena);
    private final Structure promptParameters = new Structure(Structure.REQUEST_PARAM, arena);
    private final Structure receiveParameters = new Structure(Structure.REQUEST_PARAM, arena);
    private final MemorySegment info = arena.allocate(Structure.TAG_RECV_INFO);
    private final MemorySegment scratch = arena.allocate(ValueLayout.JAVA_LONG, 2);
    private final long infoAddress = info.address();
    private final long sendAddress = sendParameters.address();
    private final long promptAddress = promptParameters.address();
    private final long receiveAddress = receiveParameters.address();
    private final Ucp ucp;
    private final long context;
    private final long worker;
    private final long errorCallback;
    private final Requests abandoned;

    @SuppressWarnings("UnusedVariable") // by its handle
    private volatile boolean held;

    private volatile boolean closed;

    private long changes;
    private int idle; // calls in a row that had nothing to do

    private UcpWorker(Ucp ucp, Map<String, String> settings, EndpointWatch watch)
            throws LinkUnavailableException {
        this.ucp = ucp;
        this.abandoned = new Requests(this);
        boolean open = false;
        try {
            context = Opening.context(ucp, settings);
            worker = Opening.worker(ucp, context);
            errorCallback = Opening.callback(watch, arena);
            // Host memory only: UCX need not look which kind an address is.
            int memoryType = Structure.OP_ATTR_FIELD_MEMORY_TYPE;
            sendParameters.set("op_attr_mask", memoryType);
            promptParameters.set("op_attr_mask", memoryType | Structure.OP_ATTR_FLAG_FAST_CMPL);
            receiveParameters.set("op_attr_mask", memoryType | Structure.OP_ATTR_FLAG_NO_IMM_CMPL);
            open = true;
        } finally {
            if (!open) {
                arena.close();
            }
        }
    }

    /**
     * Opens a context and its worker.
     *
     * @param ucp the library
     * @param settings names without {@code UCX_}, and values, which go before the environment's
     * @param watch told of endpoints that have failed
     * @return the worker
     * @throws LinkUnavailableException if UCX has no device for it, or refuses a setting
     */
    public static UcpWorker open(Ucp ucp, Map<String, String> settings, EndpointWatch watch)
            throws LinkUnavailableException {
        return new UcpWorker(ucp, settings, watch);
    }

    /** Takes the lock, for one who keeps the worker from being closed meanwhile. */
    public void lock() {
        if (!enter()) {
            throw new IllegalStateException("UCX's worker is closed");
        }
    }

    /**
     * Takes the lock, unless the worker is closed.
     *
     * @return true if the caller holds it now
     */
    public boolean enter() {
        int spins = 0;
        while ((boolean) HELD.getOpaque(this) || !HELD.compareAndSet(this, false, true)) {
            if (closed) {
                return false;
            }
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    /** Gives the lock back. */
    public void unlock() {
        HELD.setRelease(this, false);
    }

    /**
     * The address by which others connect to this worker.
     *
     * @return some hundred bytes
     * @throws LinkUnavailableException if UCX does not tell
     */
    public byte[] address() throws LinkUnavailableException {
        return Opening.address(ucp, worker);
    }

    /**
     * Makes an endpoint, which connects when it is first used.
     *
     * @param peer address of the peer's worker; as it came from {@link #address}, for UCX does not
     *     check it
     * @param tellsErrors whether the endpoint is to fail when the peer does, which not every device
     *     can
     * @return its handle
     * @throws LinkUnavailableException if the peer cannot be reached
     */
    public long connect(byte[] peer, boolean tellsErrors) throws LinkUnavailableException {
        return Opening.endpoint(ucp, worker, peer, tellsErrors ? errorCallback : 0);
    }

    /**
     * Closes an endpoint.
     *
     * @param endpoint its handle, not to be used again
     * @param force whether what is under way is given up; only for one that tells errors
     * @return a request
     */
    public long disconnect(long endpoint, boolean force) {
        return Opening.disconnection(ucp, endpoint, force);
    }

    /**
     * Has everything that was sent go out.
     *
     * @param endpoint where to
     * @return a request
     */
    public long flush(long endpoint) {
        return Opening.flush(ucp, endpoint);
    }

    /**
     * Sends memory under a tag.
     *
     * @param endpoint where to
     * @param address first byte; stays as it is until the request is done
     * @param length bytes
     * @param tag the tag
     * @return a request
     */
    public long send(long endpoint, long address, long length, long tag) {
        return ucp.tagSend(endpoint, address, length, tag, sendAddress);
    }

    /**
     * As {@link #send}, but UCX had better copy the memory at once than ask the receiver first.
     *
     * @param endpoint where to
     * @param address first byte; stays as it is until the request is done
     * @param length bytes
     * @param tag the tag
     * @return a request
     */
    public long sendPromptly(long endpoint, long address, long length, long tag) {
        return ucp.tagSend(endpoint, address, length, tag, promptAddress);
    }

    /**
     * Receives the next message with a tag.
     *
     * @param address first byte of the room
     * @param length bytes of room
     * @param tag the tag
     * @return a request, never done at once; {@link #test} tells more of it than {@link #check}
     */
    public long receive(long address, long length, long tag) {
        changes++;
        return ucp.tagReceive(worker, address, length, tag, receiveAddress);
    }

    /**
     * Whether a request is done.
     *
     * @param request handle of one
     * @return {@link Ucp#IN_PROGRESS}, {@link Ucp#OK}, or an error
     */
    public int check(long request) {
        return ucp.checkStatus(request);
    }

    /**
     * Whether a receive is done.
     *
     * @param request handle of a receive
     * @return {@link Ucp#IN_PROGRESS}, an error, or {@link Ucp#OK}: then {@link #length} is known
     */
    public int test(long request) {
        return ucp.testReceive(request, infoAddress);
    }

    /**
     * Length of the message of which {@link #test} has told last.
     *
     * @return bytes
     */
    public long length() {
        return info.get(ValueLayout.JAVA_LONG, LENGTH);
    }

    /**
     * Frees a request; if it is under way, when it is done.
     *
     * @param request handle of one, not to be used again
     */
    public void free(long request) {
        ucp.requestFree(request);
    }

    /**
     * Frees a request when it is done, which nobody waits for any more.
     *
     * @param request handle of one, not to be used again
     */
    public void abandon(long request) {
        abandoned.add(request);
        var _ = abandoned.reap();
    }

    /**
     * Whether a request that was {@linkplain #abandon abandoned} is not done.
     *
     * @return true if so: UCX has its memory, and perhaps a peer reads that yet
     */
    public boolean isUnfinished() {
        return abandoned.reap() > 0;
    }

    /**
     * Takes a receive back, unless its message is coming already. It is done soon either way.
     *
     * @param request handle of a receive
     */
    public void cancel(long request) {
        ucp.call2("ucp_request_cancel", worker, request);
    }

    /**
     * Moves what is under way.
     *
     * @return 0 if there was nothing to do
     */
    public int progress() {
        int done = ucp.progress(worker);
        if (done != 0 || ++idle == IDLE_PER_CHANGE) {
            idle = 0;
            changes++;
        }
        return done;
    }

    /**
     * A number that changes whenever a request may have become done: with each {@link #progress}
     * that had something to do, each {@link #receive}, whose message may be here, and now and then
     * besides, for what UCX does on a thread of its own.
     *
     * @return the number; as long as it is the same, nobody need ask for a request again
     */
    public long changes() {
        return changes;
    }

    /**
     * Whether a message has come for which nobody has asked.
     *
     * @param tag its tag
     * @return true if so
     */
    public boolean hasUnexpected(long tag) {
        return ucp.probe(worker, tag, -1, false, infoAddress) != 0;
    }

    /**
     * Drops one message for which nobody has asked; its sender is told that it is received.
     *
     * @param tag tag
     * @param mask the bits of it that count
     * @return a request, or 0 if there was none
     */
    public long dropUnexpected(long tag, long mask) {
        long message = ucp.probe(worker, tag, mask, true, infoAddress);
        return message == 0
                ? 0
                : ucp.receiveProbed(worker, scratch.address(), 0, message, receiveAddress);
    }

    /**
     * The descriptor that is readable when something comes after {@link #arm}.
     *
     * @return a descriptor that stays the worker's
     * @throws LinkUnavailableException if its devices have none
     */
    public int eventDescriptor() throws LinkUnavailableException {
        return Opening.eventDescriptor(ucp, worker);
    }

    /**
     * Has the event descriptor tell of what comes next.
     *
     * @return {@link Ucp#OK}, or {@link Ucp#BUSY} if something is here already
     */
    public int arm() {
        return ucp.arm(worker);
    }

    /**
     * Registers memory with the devices.
     *
     * @param memory outside of the heap
     * @return a handle for {@link #unregister}; 0 if the devices need or want none
     */
    public long register(MemorySegment memory) {
        return Opening.registration(ucp, context, memory);
    }

    /**
     * Ends what {@link #register} has begun.
     *
     * @param registration the handle, or 0
     */
    public void unregister(long registration) {
        if (registration != 0) {
            var _ = ucp.status2("ucp_mem_unmap", context, registration);
        }
    }

    /**
     * Frees everything; under the lock if others know it, which nobody gets any more. All stays as
     * it is, for good, if something is {@linkplain #isUnfinished unfinished}: UCX would end the
     * process, for a registration that is in use, or for a message that it has not sent.
     */
    @Override
    public void close() {
        closed = true;
        if (!isUnfinished()) {
            ucp.call1("ucp_worker_destroy", worker);
            ucp.call1("ucp_cleanup", context);
            arena.close();
        }
    }
}
