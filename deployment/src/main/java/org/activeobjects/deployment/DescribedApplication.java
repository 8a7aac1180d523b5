package org.activeobjects.deployment;

import org.activeobjects.deployment.error.DeploymentException;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.ProviderDescription;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.VirtualNodeDescription;
import org.activeobjects.deployment.job.JobSpec;
import org.activeobjects.deployment.job.LocalJob;
import org.activeobjects.error.ProActiveTimeoutException;
import org.activeobjects.node.Node;

import java.net.URL;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An application whose nodes are the ranks of one job on this host. */
final class DescribedApplication implements GCMApplication {

    private final URL descriptor;
    private final ApplicationDescription description;
    private final VariableContract contract;
    private final long deploymentId = new SecureRandom().nextLong();
    private final Map<String, GCMVirtualNode> virtualNodes = new LinkedHashMap<>();

    /** The nodes by position, completed when all are up. */
    private final CompletableFuture<List<Node>> nodes = new CompletableFuture<>();

    private LocalJob job;
    private boolean killed;

    DescribedApplication(
            URL descriptor, ApplicationDescription description, VariableContract contract) {
        this.descriptor = descriptor;
        this.description = description;
        this.contract = contract;
        for (VirtualNodeDescription node : description.virtualNodes()) {
            virtualNodes.put(node.name(), new DescribedVirtualNode(this, node));
        }
    }

    @Override
    public synchronized void startDeployment() {
        if (job != null || killed) {
            throw new IllegalStateException(
                    "the application was started before: descriptor=" + descriptor);
        }
        job =
                LocalJob.start(
                        JobSpec.nodes(description.nodeCount())
                                .withLastingRanks()
                                .withJvmArguments(description.jvmArguments())
                                .withClassPath(description.classPath()));
        LocalJob started = job;
        Thread.ofPlatform()
                .daemon()
                .name("start of " + started.id())
                .start(
                        () -> {
                            try {
                                nodes.complete(started.nodes());
                            } catch (RuntimeException | Error e) {
                                nodes.completeExceptionally(e);
                            }
                        });
    }

    @Override
    public synchronized boolean isStarted() {
        return job != null;
    }

    @Override
    public void waitReady() {
        awaitNodes(0);
    }

    @Override
    public void waitReady(long timeout) {
        awaitNodes(timeout);
    }

    @Override
    public GCMVirtualNode getVirtualNode(String name) {
        return virtualNodes.get(name);
    }

    @Override
    public Map<String, GCMVirtualNode> getVirtualNodes() {
        return Collections.unmodifiableMap(virtualNodes);
    }

    @Override
    public Set<String> getVirtualNodeNames() {
        return Collections.unmodifiableSet(virtualNodes.keySet());
    }

    @Override
    public void kill() {
        LocalJob running;
        synchronized (this) {
            killed = true;
            running = job;
        }
        nodes.completeExceptionally(
                new DeploymentException("the application was killed: descriptor=" + descriptor));
        if (running != null) {
            running.close();
        }
    }

    @Override
    public List<Node> getAllNodes() {
        return awaitNodes(0);
    }

    @Override
    public VariableContract getVariableContract() {
        return contract;
    }

    @Override
    public String getDebugInformation() {
        StringBuilder text = new StringBuilder("application: descriptor=" + descriptor);
        text.append("\n  started=").append(isStarted()).append(" ready=").append(isReady());
        for (ProviderDescription provider : description.providers()) {
            text.append("\n  node provider: id=").append(provider.id());
            text.append(" capacity=").append(provider.capacity());
            text.append(" descriptors=").append(provider.descriptors());
        }
        for (GCMVirtualNode node : virtualNodes.values()) {
            text.append("\n  virtual node: name=").append(node.getName());
            text.append(" greedy=").append(node.isGreedy());
            text.append(" required=").append(node.getNbRequiredNodes());
            text.append(" current=").append(node.getNbCurrentNodes());
        }
        return text.toString();
    }

    @Override
    public URL getDescriptorURL() {
        return descriptor;
    }

    @Override
    public long getDeploymentId() {
        return deploymentId;
    }

    /** Whether all nodes are up. */
    synchronized boolean isReady() {
        return !killed && nodes.isDone() && !nodes.isCompletedExceptionally();
    }

    /** The nodes that are up now: all or none. */
    List<Node> currentNodes() {
        return isReady() ? nodes.join() : List.of();
    }

    /** Waits until all nodes are up; zero waits for ever. */
    List<Node> awaitNodes(long timeoutMs) {
        synchronized (this) {
            if (killed) {
                throw new DeploymentException(
                        "the application was killed: descriptor=" + descriptor);
            }
            if (job == null) {
                throw new DeploymentException(
                        "the application is not started: descriptor="
                                + descriptor
                                + "; call startDeployment() first");
            }
        }
        try {
            return nodes.get(timeoutMs == 0 ? Long.MAX_VALUE : timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ProActiveTimeoutException(
                    "not all nodes are up: waited=" + timeoutMs + "ms descriptor=" + descriptor);
        } catch (ExecutionException e) {
            throw new DeploymentException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeploymentException(
                    "interrupted while waiting for nodes: descriptor=" + descriptor, e);
        }
    }
}
