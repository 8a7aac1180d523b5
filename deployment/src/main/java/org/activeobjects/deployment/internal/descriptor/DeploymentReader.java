package org.activeobjects.deployment.internal.descriptor;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Reads a deployment descriptor; hosts are this machine, under as many names as one likes. */
final class DeploymentReader {

    private DeploymentReader() {}

    /** The number of nodes that the descriptor has to give. */
    static int capacityOf(URI location, VariableScope variables) {
        XmlElement root = DescriptorFile.read(location, variables, "GCMDeployment", "deployment");
        Map<String, XmlElement> hosts = new LinkedHashMap<>();
        XmlElement infrastructure = root.first("infrastructure").orElseThrow();
        for (XmlElement host : infrastructure.first("hosts").orElseThrow().children()) {
            if (hosts.putIfAbsent(host.get("id"), host) != null) {
                throw host.positionOf("id").exception("a second host: id=" + host.get("id"));
            }
        }
        int capacity = 0;
        Set<String> used = new LinkedHashSet<>();
        for (XmlElement reference : root.first("resources").orElseThrow().children()) {
            String id = reference.get("refid");
            XmlElement host = hosts.get(id);
            if (host == null) {
                throw reference
                        .positionOf("refid")
                        .exception("no such host: refid=" + id + "; known: " + hosts.keySet());
            }
            if (!used.add(id)) {
                throw reference
                        .positionOf("refid")
                        .exception("the host is used twice: refid=" + id + "; raise hostCapacity");
            }
            host.first("homeDirectory").ifPresent(DeploymentReader::requireThisHome);
            capacity = sum(capacity, capacityOf(host));
        }
        return capacity;
    }

    /** More than an int holds are as many as one likes: far fewer are started. */
    static int sum(int capacity, int another) {
        return (int) Math.min(Integer.MAX_VALUE, (long) capacity + another);
    }

    private static void requireThisHome(XmlElement element) {
        Path home = Path.of(System.getProperty("user.home"));
        if (!Path.of("/").resolve(element.get("relpath")).normalize().equals(home)) {
            throw element.positionOf("relpath")
                    .exception(
                            "another home folder than this user's is not supported: relpath="
                                    + element.get("relpath")
                                    + " home="
                                    + home
                                    + "; leave <homeDirectory> out");
        }
    }

    private static int capacityOf(XmlElement host) {
        int perJvm = number(host, "vmCapacity");
        if (perJvm != 1) {
            throw host.positionOf("vmCapacity")
                    .exception(
                            "more than one node in a JVM is not supported: vmCapacity="
                                    + perJvm
                                    + "; a node takes any number of active objects: write"
                                    + " vmCapacity=\"1\"");
        }
        return number(host, "hostCapacity");
    }

    /** The schema lets numbers have blanks around them. */
    private static int number(XmlElement host, String attribute) {
        return Integer.parseInt(host.get(attribute, "1").strip());
    }
}
