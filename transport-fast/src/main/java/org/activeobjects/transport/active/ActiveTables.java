package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.FaultLog;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.progress.Conditions;
import org.activeobjects.transport.progress.HandlerWatch;
import org.activeobjects.transport.progress.Progress;
import org.activeobjects.transport.transfer.Hold;
import org.activeobjects.transport.transfer.Transfer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The tables of handlers that one runtime has opened, and the peers that may send to them.
 *
 * <p><b>Threading:</b> safe.
 */
public final class ActiveTables {

    private static final Logger LOG = LogManager.getLogger(ActiveTables.class);

    private static final FaultLog FAILED =
            new FaultLog(
                    ActiveTables.class,
                    "a handler failed; its further failures are logged at debug level handler={}"
                            + " from={}");

    /** Most tables of one runtime. */
    static final int MAX_TABLES = 255;

    private final RuntimeId self;
    private final TransportConfig config;
    private final Handlers handlers;
    private final Progress progress;
    private final Conditions conditions;
    private final Function<RuntimeId, ActivePeer> connector;
    private final Set<ActivePeer> peers = ConcurrentHashMap.newKeySet();
    private final Map<String, ActiveTable> byName = new HashMap<>();
    private final ActiveTable[] byNumber = new ActiveTable[MAX_TABLES + 1];
    private volatile boolean isClosed;

    /**
     * No tables.
     *
     * @param self this runtime
     * @param config its settings
     * @param handlers what is known while a handler runs
     * @param progress who moves the links
     * @param connector finds a peer by its id, connected, or throws why not
     */
    public ActiveTables(
            RuntimeId self,
            TransportConfig config,
            Handlers handlers,
            Progress progress,
            Function<RuntimeId, ActivePeer> connector) {
        this.self = self;
        this.config = config;
        this.handlers = handlers;
        this.progress = progress;
        this.conditions = new Conditions(progress);
        this.connector = connector;
    }

    /**
     * Opens a table.
     *
     * @param name its name
     * @param filling gives its handlers
     * @return the table
     * @throws IllegalArgumentException if the name or a handler is not as it should be
     * @throws IllegalStateException if the name is taken, or there are too many tables
     */
    public ActiveMessages open(String name, Consumer<? super ActiveMessages.Table> filling) {
        Objects.requireNonNull(filling, "what gives the handlers of a table is null");
        Numbering numbering = new Numbering(name);
        filling.accept(numbering);
        numbering.close();
        synchronized (this) {
            if (byName.containsKey(name)) {
                throw new IllegalStateException(
                        "a table of this name is open: name="
                                + name
                                + "; it stays so until its transport closes: use another name");
            }
            int number = byName.size() + 1;
            if (number > MAX_TABLES) {
                throw new IllegalStateException(
                        "too many tables: name="
                                + name
                                + " max="
                                + MAX_TABLES
                                + "; join some: each has room for 255 handlers");
            }
            ActiveTable table = new ActiveTable(this, number, name, numbering);
            byName.put(name, table);
            byNumber[number] = table;
            peers.forEach(peer -> peer.opened(table));
            return table;
        }
    }

    /** The open table of a name; null if there is none yet. Under this object's monitor. */
    ActiveTable find(String name) {
        return byName.get(name);
    }

    /** The table of a number that a peer has sent; null if there is none. */
    synchronized ActiveTable find(int number) {
        return number > 0 && number <= MAX_TABLES ? byNumber[number] : null;
    }

    void add(ActivePeer peer) {
        synchronized (this) {
            peers.add(peer);
        }
    }

    void remove(ActivePeer peer) {
        peers.remove(peer);
        conditions.changed();
    }

    RuntimeId self() {
        return self;
    }

    ActivePeer peer(RuntimeId id) {
        return connector.apply(id);
    }

    Handlers handlers() {
        return handlers;
    }

    Progress progress() {
        return progress;
    }

    Conditions conditions() {
        return conditions;
    }

    TransportConfig config() {
        return config;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** What waits is to look: the transport is closed. */
    public void close() {
        isClosed = true;
        conditions.changed();
    }

    /** Runs a handler. Returns whether it could have replied and has not. */
    boolean run(HandlerWatch.Place place, Numbering.Handler handler, ShortMessage message) {
        Handlers.Running mine = handlers.enter(place, handler, null);
        try {
            handler.run(message);
        } catch (RuntimeException | Error e) {
            onFault(handler, message, e);
        } finally {
            handlers.leave(place, mine);
        }
        boolean hasNotReplied = message.close();
        conditions.changed();
        return hasNotReplied;
    }

    /** Whether the calling thread runs a handler, or moves the links, and so must not wait. */
    boolean mustNotWait() {
        return handlers.mustNotWait(progress);
    }

    /** Refuses a wait for a condition in a handler, unless it is true already. */
    void checkMayAwait(BooleanSupplier condition, Object where) {
        Objects.requireNonNull(condition, "the condition to wait for is null");
        if (mustNotWait() && !condition.getAsBoolean()) {
            throw new IllegalStateException(
                    "a handler must not wait: condition="
                            + condition
                            + " of="
                            + where
                            + "; look at it later, or hand the wait to a thread");
        }
    }

    /**
     * Tells a handler that the rest of the elements of a bulk request will not come. There is no
     * handler if a fault of ours has come between the request and the room for it.
     */
    void tellBrokenOff(HandlerWatch.Place place, Numbering.Handler handler, ShortMessage message) {
        if (handler == null) {
            return;
        }
        Handlers.Running mine = handlers.enter(place, handler, null);
        try {
            handler.bulk().onBrokenOff().accept(message);
        } catch (RuntimeException | Error e) {
            onFault(handler, message, e);
        } finally {
            handlers.leave(place, mine);
        }
        conditions.changed();
    }

    /**
     * Has a bulk request say where its elements go, and holds that. Returns what the sender is told
     * if they cannot go there, or nowhere.
     */
    String makeRoom(
            HandlerWatch.Place place, Numbering.Handler handler, ShortMessage message, Hold hold) {
        Slice room = null;
        String why = "";
        Handlers.Running mine = handlers.enter(place, handler, null);
        try {
            room = handler.bulk().room().apply(message);
        } catch (RuntimeException | Error e) {
            onFault(handler, message, e);
            why = " because it has thrown " + e.getClass().getName() + ", which its log tells of";
        } finally {
            handlers.leave(place, mine);
        }
        try {
            if (room != null && room.type() == message.type() && room.count() >= message.count()) {
                Transfer.checkRoom(room);
                hold.take(room);
                message.elements(message.type(), message.count(), room);
                return null;
            }
        } catch (IllegalStateException | IllegalArgumentException unfit) {
            why = " because " + unfit.getMessage();
        }
        return "a bulk request is refused: handler=%s from=%s sent=%s[%s] room=%s%s"
                .formatted(handler, message.from(), message.type(), message.count(), room, why);
    }

    /** What a handler throws stops no other message; a handler that fails again is not news. */
    private static void onFault(Numbering.Handler handler, ShortMessage message, Throwable e) {
        if (handler.hasFailed().compareAndSet(false, true)) {
            FAILED.tell(handler, message.from(), e);
        } else {
            LOG.debug("a handler failed again handler={} from={}", handler, message.from(), e);
        }
    }
}
