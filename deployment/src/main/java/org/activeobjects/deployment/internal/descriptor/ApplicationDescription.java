package org.activeobjects.deployment.internal.descriptor;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What an application descriptor and the deployment descriptors it names say.
 *
 * @param jvmArguments arguments of every node's JVM
 * @param classPath folders and jars of the program
 * @param virtualNodes the virtual nodes, with the nodes they get
 * @param providers the node providers
 */
public record ApplicationDescription(
        List<String> jvmArguments,
        List<Path> classPath,
        List<VirtualNodeDescription> virtualNodes,
        List<ProviderDescription> providers) {

    /** Keeps copies. */
    public ApplicationDescription {
        jvmArguments = List.copyOf(jvmArguments);
        classPath = List.copyOf(classPath);
        virtualNodes = List.copyOf(virtualNodes);
        providers = List.copyOf(providers);
    }

    /**
     * A virtual node.
     *
     * @param name its name
     * @param greedy whether it takes all that is left
     * @param required number of nodes without which it is not ready
     * @param nodes the nodes it gets, as positions among all nodes of the application
     */
    public record VirtualNodeDescription(
            String name, boolean greedy, int required, List<Integer> nodes) {

        /** Keeps a copy. */
        public VirtualNodeDescription {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A provider of nodes.
     *
     * @param id its id
     * @param descriptors its deployment descriptors
     * @param capacity number of nodes it has
     */
    public record ProviderDescription(String id, List<URI> descriptors, int capacity) {

        /** Keeps a copy. */
        public ProviderDescription {
            descriptors = List.copyOf(descriptors);
        }
    }

    /**
     * The number of nodes that virtual nodes get.
     *
     * @return how many are to be started
     */
    public int nodeCount() {
        return virtualNodes.stream().mapToInt(node -> node.nodes().size()).sum();
    }
}
