package org.activeobjects.deployment;

import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.VirtualNodeDescription;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.node.Node;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A virtual node whose nodes are some of its application's. */
final class DescribedVirtualNode implements GCMVirtualNode {

    private final DescribedApplication application;
    private final VirtualNodeDescription description;
    private final AtomicInteger given = new AtomicInteger();
    private final AtomicInteger shown = new AtomicInteger();

    DescribedVirtualNode(DescribedApplication application, VirtualNodeDescription description) {
        this.application = application;
        this.description = description;
    }

    @Override
    public String getName() {
        return description.name();
    }

    @Override
    public boolean isGreedy() {
        return description.greedy();
    }

    @Override
    public boolean isReady() {
        return application.isReady();
    }

    @Override
    public void waitReady() {
        application.awaitNodes(0);
    }

    @Override
    public void waitReady(long timeout) {
        application.awaitNodes(timeout);
    }

    @Override
    public long getNbRequiredNodes() {
        return description.required();
    }

    @Override
    public long getNbCurrentNodes() {
        return getCurrentNodes().size();
    }

    @Override
    public List<Node> getCurrentNodes() {
        return mine(application.currentNodes());
    }

    @Override
    public List<Node> getNewNodes() {
        List<Node> current = getCurrentNodes();
        // All or none are there: of two callers the later one may have looked before.
        int before = shown.getAndAccumulate(current.size(), Math::max);
        return before < current.size() ? current.subList(before, current.size()) : List.of();
    }

    @Override
    public Node getANode() {
        return getANode(0);
    }

    @Override
    public Node getANode(long timeout) {
        List<Node> nodes;
        try {
            nodes = mine(application.awaitNodes(timeout));
        } catch (ProActiveTimeoutException e) {
            return null;
        }
        int next = given.getAndUpdate(count -> Math.min(count + 1, nodes.size()));
        return next < nodes.size() ? nodes.get(next) : null;
    }

    private List<Node> mine(List<Node> all) {
        return all.isEmpty() ? List.of() : description.nodes().stream().map(all::get).toList();
    }
}
