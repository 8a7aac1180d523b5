package org.activeobjects.internal.runtime;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeInformation;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;

import java.util.function.Supplier;

/** A node as its card describes it; that of this runtime gets the card when it is needed. */
final class PeerNode implements Node {

    private final CoreRuntime user;
    private final Supplier<RuntimeCard> card;
    private final boolean local;

    PeerNode(CoreRuntime user, Supplier<RuntimeCard> card, boolean local) {
        this.user = user;
        this.card = card;
        this.local = local;
    }

    @Override
    public String name() {
        return "node-" + card.get().pid() + "-" + card.get().port();
    }

    @Override
    public String url() {
        return Address.nodeUrl(card.get().address(), card.get().port());
    }

    @Override
    public RuntimeId runtimeId() {
        return card.get().id();
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    /** The runtime that knows this node. */
    CoreRuntime user() {
        return user;
    }

    @Override
    public NodeInformation getNodeInformation() {
        RuntimeCard known = card.get();
        return new NodeInformation(name(), url(), known.id(), known.hostName(), known.pid());
    }

    @Override
    public String card() {
        return card.get().encode();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerNode node
                && (node.user == user && node.local && local
                        || node.runtimeId().equals(runtimeId()));
    }

    @Override
    public int hashCode() {
        return runtimeId().hashCode();
    }

    @Override
    public String toString() {
        return local ? "local node of " + user : url();
    }
}
