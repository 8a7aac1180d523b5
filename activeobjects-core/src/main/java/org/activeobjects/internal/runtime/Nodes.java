package org.activeobjects.internal.runtime;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.error.NodeException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.internal.codec.ReferenceResolver;
import org.activeobjects.internal.lease.Place;
import org.activeobjects.internal.naming.Address;
import org.activeobjects.internal.naming.HostedNode;
import org.activeobjects.internal.remote.SystemOps;
import org.activeobjects.internal.routing.Route;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.settings.UserConfig;
import org.activeobjects.node.Node;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.address.RuntimeCard;
import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.error.HandshakeException;
import org.activeobjects.transport.error.TransportException;

import java.util.List;
import java.util.Objects;

/**
 * The nodes that a runtime has and knows.
 *
 * <p><b>Threading:</b> safe.
 */
final class Nodes {

    private final CoreRuntime runtime;
    private final PeerNode first;

    Nodes(CoreRuntime runtime) {
        this.runtime = runtime;
        this.first = new PeerNode(runtime, this::ownCard, runtime.names().node(""));
    }

    /** Lets nodes travel by reference, as stubs and futures do. */
    static ReferenceResolver besides(ReferenceResolver others, CoreRuntime runtime) {
        return new Travelling(others, runtime);
    }

    private RuntimeCard ownCard() {
        return runtime.transport().card();
    }

    /** The first node of this runtime. */
    PeerNode first() {
        return first;
    }

    /** The node of this runtime with some state. */
    PeerNode local(HostedNode hosted) {
        return hosted == first.hosted() ? first : new PeerNode(runtime, this::ownCard, hosted);
    }

    /** A body of this runtime that lives, whether others can reach it or not; null for none. */
    LocalBody body(long number) {
        LocalBody exported = runtime.exported(number);
        return exported != null ? exported : runtime.names().body(number);
    }

    /** The node that a card or URL names; fails with a message that says why not. */
    Node connect(String cardOrUrl) {
        Objects.requireNonNull(cardOrUrl, "the URL of a node is null; it is like ao://host:port");
        Transport own = runtime.transport(); // if it cannot be opened, nothing is said of the other
        try {
            if (isCard(cardOrUrl)) {
                RuntimeCard card = RuntimeCard.parse(cardOrUrl);
                own.learn(card);
                return of(card, "");
            }
            Address address = Address.parse(cardOrUrl);
            RuntimeCard card = own.connect(address.host(), address.port());
            return named(of(card, address.name()), cardOrUrl);
        } catch (HandshakeException e) {
            throw new NodeException(refusal(cardOrUrl, e), e);
        } catch (TransportException | IllegalArgumentException e) {
            throw new NodeException(
                    "no node there: node="
                            + cardOrUrl
                            + " reason="
                            + e.getMessage()
                            + (isCard(cardOrUrl) ? "; URLs of nodes are ao://host:port/name" : ""),
                    e);
        }
    }

    /** A card has fields with semicolons between them. */
    private static boolean isCard(String text) {
        return text.indexOf(';') >= 0 && !text.startsWith(Address.SCHEME);
    }

    /** Somebody answers, but not as one of this job. */
    private static String refusal(String url, HandshakeException refused) {
        return "not let in: node="
                + url
                + " reason="
                + refused.getMessage()
                + "; programs reach each other if release, job and secret are the same: "
                + UserConfig.HOW_TO_SHARE_A_JOB;
    }

    private PeerNode named(PeerNode node, String url) {
        if (node.isLocal() || node.ownName().isEmpty()) {
            return node;
        }
        Object known =
                runtime.messenger().ask(node.runtimeId(), SystemOps.HAS_NODE, node.ownName(), 0);
        if (!Boolean.TRUE.equals(known)) {
            throw new NodeException(
                    "its runtime has no node of that name: node="
                            + url
                            + "; it has been killed, or was never created with"
                            + " NodeFactory.createLocalNode");
        }
        return node;
    }

    private PeerNode of(RuntimeCard card, String name) {
        return runtime.isThis(card.id())
                ? local(runtime.names().requireNode(name))
                : new PeerNode(runtime, card, name);
    }

    /** The first node of a runtime that is known. */
    PeerNode of(RuntimeId id, String name) {
        if (runtime.isThis(id)) {
            return local(runtime.names().requireNode(name));
        }
        for (RuntimeCard card : runtime.transport().peers()) {
            if (card.id().equals(id)) {
                return of(card, name);
            }
        }
        throw new NodeException("runtime is not known: runtime=" + id);
    }

    /** The node that an active object lives on; asks its runtime if that is another one. */
    Node of(Route route) {
        LocalBody here = route.body();
        if (here != null) {
            return here.node();
        }
        try {
            Place place = route.locate();
            Object name =
                    runtime.messenger().ask(place.runtime(), SystemOps.NODE_OF, "", place.number());
            return of(place.runtime(), (String) name);
        } catch (TransportException | ActiveObjectException e) {
            throw new NodeException(
                    "node of an active object is not known: object="
                            + route
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Nodes in messages: the name that the runtime has for them, then its card.
     *
     * @param others what else travels by reference
     * @param runtime whose messages they are
     */
    private record Travelling(ReferenceResolver others, CoreRuntime runtime)
            implements ReferenceResolver {

        /** No name of a class begins so, and no reference therefore. */
        private static final String MARK = "@";

        @Override
        public Object toWire(Object reference, List<Object> travellers) {
            return reference instanceof PeerNode node
                    ? MARK + node.ownName() + '\n' + node.card()
                    : others.toWire(reference, travellers);
        }

        @Override
        public Object fromWire(Object wire, Object[] attachments) {
            if (!(wire instanceof String text) || !text.startsWith(MARK)) {
                return others.fromWire(wire, attachments);
            }
            int end = text.lastIndexOf('\n');
            if (end < 0) {
                throw new SerializationException("not a reference to a node: " + text);
            }
            RuntimeCard card = RuntimeCard.parse(text.substring(end + 1));
            return runtime.nodes().of(card, text.substring(MARK.length(), end));
        }

        @Override
        public Object toLocal(Object reference) {
            return reference instanceof PeerNode ? reference : others.toLocal(reference);
        }
    }
}
