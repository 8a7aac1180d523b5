package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.TransportClosedException;
import org.activeobjects.transport.progress.Waiting;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** One table of this runtime. */
final class ActiveTable implements ActiveMessages {

    private final ActiveTables tables;
    private final int number;
    private final String name;
    private final Numbering numbering;
    private final SelfTarget self;
    private final BooleanSupplier closed;

    ActiveTable(ActiveTables tables, int number, String name, Numbering numbering) {
        this.tables = tables;
        this.number = number;
        this.name = name;
        this.numbering = numbering;
        this.self = new SelfTarget(tables, this);
        this.closed = tables::isClosed;
    }

    int number() {
        return number;
    }

    Numbering numbering() {
        return numbering;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Target target(RuntimeId peer) {
        Objects.requireNonNull(peer, "the runtime of a target is null");
        if (peer.equals(tables.self())) {
            return self;
        }
        if (tables.mustNotWait()) {
            throw new IllegalStateException(
                    "a handler must not wait for the table of a peer: table="
                            + name
                            + " peer="
                            + peer
                            + "; get the target beforehand");
        }
        return tables.peer(peer).target(this);
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration timeout) {
        tables.checkMayAwait(condition, this);
        boolean isTrue = tables.conditions().await(condition, closed, Waiting.nanos(timeout));
        if (!isTrue && tables.isClosed()) {
            throw new TransportClosedException(
                    "the transport was closed while a condition was awaited: table=" + name);
        }
        return isTrue;
    }

    @Override
    public String toString() {
        return "table " + name + " (" + numbering.listing() + ")";
    }
}
