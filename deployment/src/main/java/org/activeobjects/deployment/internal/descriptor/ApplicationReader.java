package org.activeobjects.deployment.internal.descriptor;

import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.ProviderDescription;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.VirtualNodeDescription;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads an application descriptor and the deployment descriptors of its providers, and deals the
 * providers' nodes out to the virtual nodes.
 */
public final class ApplicationReader {

    private static final String ALL = "max";

    private final URI location;
    private final VariableScope variables;
    private final int maxNodes;
    private final Map<String, Integer> capacities = new LinkedHashMap<>();
    private final Map<String, Integer> left = new LinkedHashMap<>();
    private final List<ProviderDescription> providers = new ArrayList<>();
    private int dealt;

    private ApplicationReader(URI location, VariableScope variables, int maxNodes) {
        this.location = location;
        this.variables = variables;
        this.maxNodes = maxNodes;
    }

    /**
     * Reads an application.
     *
     * @param location where its descriptor is
     * @param variables takes the variables that the descriptors declare, and gives their values
     * @param maxNodes the most nodes that the virtual nodes may get together
     * @return what the descriptors say
     * @throws org.activeobjects.deployment.error.DescriptorException if one of them is wrong
     */
    public static ApplicationDescription read(URI location, VariableScope variables, int maxNodes) {
        return new ApplicationReader(location, variables, maxNodes).read();
    }

    private ApplicationDescription read() {
        XmlElement root = DescriptorFile.read(location, variables, "GCMApplication", "application");
        XmlElement program = root.first("application").orElseThrow().children().getFirst();
        readProviders(root.first("resources").orElseThrow());
        List<VirtualNodeDescription> virtualNodes = readVirtualNodes(program);
        List<String> jvmArguments = new ArrayList<>();
        List<Path> classPath = new ArrayList<>();
        program.first("configuration")
                .ifPresent(
                        configuration -> {
                            for (XmlElement argument : configuration.all("jvmarg")) {
                                jvmArguments.add(argument.get("value"));
                            }
                            for (XmlElement list : configuration.all("applicationClasspath")) {
                                list.children()
                                        .forEach(e -> classPath.add(pathElement(e, program)));
                            }
                        });
        return new ApplicationDescription(jvmArguments, classPath, virtualNodes, providers);
    }

    private void readProviders(XmlElement resources) {
        for (XmlElement provider : resources.all("nodeProvider")) {
            String id = provider.get("id");
            List<URI> files = new ArrayList<>();
            int capacity = 0;
            for (XmlElement file : provider.all("file")) {
                Position mention = file.positionOf("path");
                URI uri = DescriptorFile.resolve(location, file.get("path"), mention);
                if ("file".equals(uri.getScheme()) && !Files.isReadable(Path.of(uri))) {
                    throw mention.exception(
                            "no such deployment descriptor"
                                    + DescriptorFile.BESIDE_IT
                                    + ": file="
                                    + DescriptorFile.nameOf(uri));
                }
                files.add(uri);
                capacity =
                        DeploymentReader.sum(capacity, DeploymentReader.capacityOf(uri, variables));
            }
            if (capacities.putIfAbsent(id, capacity) != null) {
                throw provider.positionOf("id").exception("a second node provider: id=" + id);
            }
            left.put(id, capacity);
            providers.add(new ProviderDescription(id, files, capacity));
        }
    }

    private List<VirtualNodeDescription> readVirtualNodes(XmlElement program) {
        Map<String, List<Integer>> nodes = new LinkedHashMap<>();
        for (XmlElement node : program.all("virtualNode")) {
            String id = node.get("id");
            if (nodes.putIfAbsent(id, new ArrayList<>()) != null) {
                throw node.positionOf("id").exception("a second virtual node: id=" + id);
            }
            node.all("nodeProvider").forEach(this::requireProvider);
        }
        // Those that ask for a number come before those that take what is left.
        for (XmlElement node : program.all("virtualNode")) {
            if (!isGreedy(node)) {
                dealFixed(node, nodes.get(node.get("id")));
            }
        }
        for (XmlElement node : program.all("virtualNode")) {
            if (isGreedy(node)) {
                dealGreedy(node, nodes.get(node.get("id")));
            }
        }
        List<VirtualNodeDescription> result = new ArrayList<>();
        for (XmlElement node : program.all("virtualNode")) {
            List<Integer> mine = nodes.get(node.get("id"));
            int required = isGreedy(node) ? mine.size() : Integer.parseInt(node.get("capacity"));
            result.add(new VirtualNodeDescription(node.get("id"), isGreedy(node), required, mine));
        }
        return result;
    }

    private void requireProvider(XmlElement reference) {
        if (!capacities.containsKey(reference.get("refid"))) {
            throw reference
                    .positionOf("refid")
                    .exception(
                            "no such node provider: refid=%s; known: %s"
                                    .formatted(reference.get("refid"), capacities.keySet()));
        }
    }

    private void dealFixed(XmlElement node, List<Integer> mine) {
        int wanted = Integer.parseInt(node.get("capacity"));
        // Numbers given per provider first, then any of the providers.
        for (XmlElement reference : node.all("nodeProvider")) {
            String share = reference.get("capacity", ALL);
            if (!share.equals(ALL)) {
                take(reference, Math.min(Integer.parseInt(share), wanted - mine.size()), mine);
            }
        }
        for (XmlElement reference : node.all("nodeProvider")) {
            if (reference.get("capacity", ALL).equals(ALL)) {
                int available = left.get(reference.get("refid"));
                take(reference, Math.min(wanted - mine.size(), available), mine);
            }
        }
        if (mine.size() < wanted) {
            throw node.positionOf("capacity")
                    .exception(
                            "virtual node %s wants more nodes than its providers have left for it: capacity=%s available=%s; raise hostCapacity or lower capacity"
                                    .formatted(node.get("id"), wanted, mine.size()));
        }
    }

    private void dealGreedy(XmlElement node, List<Integer> mine) {
        for (XmlElement reference : node.all("nodeProvider")) {
            String share = reference.get("capacity", ALL);
            int available = left.get(reference.get("refid"));
            take(reference, share.equals(ALL) ? available : Integer.parseInt(share), mine);
        }
        if (mine.isEmpty()) {
            throw node.position()
                    .exception(
                            "virtual node "
                                    + node.get("id")
                                    + " gets no node: its providers have none left; raise"
                                    + " hostCapacity or lower the capacity of other virtual nodes");
        }
    }

    private void take(XmlElement reference, int count, List<Integer> mine) {
        String id = reference.get("refid");
        int available = left.get(id);
        if (count > available) {
            throw reference
                    .positionOf("capacity")
                    .exception(
                            "node provider %s has not that many nodes left: capacity=%s available=%s; raise hostCapacity or lower capacity"
                                    .formatted(id, count, available));
        }
        if (count > maxNodes - dealt) {
            throw reference
                    .positionOf("capacity")
                    .exception(
                            "more nodes than this host is asked to start: nodes=%s limit=%s; lower hostCapacity or the capacity of virtual nodes"
                                    .formatted((long) dealt + count, maxNodes));
        }
        left.put(id, available - count);
        for (int i = 0; i < count; i++) {
            mine.add(dealt++);
        }
    }

    private static boolean isGreedy(XmlElement virtualNode) {
        return virtualNode.get("capacity", ALL).equals(ALL);
    }

    private Path pathElement(XmlElement element, XmlElement program) {
        Path path = basePath(element, program).resolve(element.get("relpath")).normalize();
        if (!Files.exists(path)) {
            throw element.positionOf("relpath")
                    .exception(
                            "no such folder or jar for the class path: path=%s; relpath begins at the folder of base=%s"
                                    .formatted(path, element.get("base", "root")));
        }
        return path;
    }

    private static Path basePath(XmlElement element, XmlElement program) {
        return switch (element.get("base", "root")) {
            case "home" -> Path.of(System.getProperty("user.home"));
            case "proactive" -> {
                if (element == program || program.get("relpath", "").isEmpty()) {
                    throw element.positionOf("base")
                            .exception(
                                    "base=proactive needs the folder it stands for; give <proactive"
                                            + " base=\"root\" relpath=\"/that/folder\">");
                }
                yield basePath(program, program).resolve(program.get("relpath"));
            }
            default -> Path.of("/");
        };
    }
}
