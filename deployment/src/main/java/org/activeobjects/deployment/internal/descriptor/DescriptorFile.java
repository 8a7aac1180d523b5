package org.activeobjects.deployment.internal.descriptor;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One descriptor: read, its variables replaced, checked. */
final class DescriptorFile {

    /** Where {@link #resolve} looks, for who is told that nothing is there. */
    static final String BESIDE_IT = "; a relative path begins at the folder of this file";

    private static final int MAX_LENGTH = 16 << 20;
    private static final int PATIENCE_MS = 30_000;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml[^>]*encoding=[\"']([^\"']+)[\"']");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)\\}");

    /** Elements of the formats that are not served yet, with the reason. */
    private static final Map<String, String> UNSUPPORTED = unsupported();

    private final URI location;
    private final String name;
    private final VariableScope variables;

    private DescriptorFile(URI location, VariableScope variables) {
        this.location = location;
        this.name = nameOf(location);
        this.variables = variables;
    }

    /**
     * Reads a descriptor.
     *
     * @param rootName name of its root element
     * @param kind what its namespace and its schema are named after
     */
    static XmlElement read(URI location, VariableScope variables, String rootName, String kind) {
        DescriptorFile file = new DescriptorFile(location, variables);
        XmlElement root = XmlReader.read(file.name, file.text(file.bytes(location, null)));
        if (!root.name().equals(rootName)) {
            throw root.position()
                    .exception(
                            "the root element is <"
                                    + root.name()
                                    + ">, expected <"
                                    + rootName
                                    + ">");
        }
        String namespace = "urn:gcm:" + kind + ":1.0";
        if (!root.namespace().equals(namespace)) {
            throw root.position()
                    .exception(
                            "<%s> is of another namespace: xmlns=\"%s\", expected xmlns=\"%s\""
                                    .formatted(rootName, root.namespace(), namespace));
        }
        refuseUnsupported(root);
        root.first("environment").ifPresent(file::declare);
        file.replaceVariables(root);
        SchemaCheck.check(root, kind + "-1.0.xsd");
        return root;
    }

    static String nameOf(URI location) {
        return "file".equals(location.getScheme())
                ? Path.of(location).toString()
                : location.toString();
    }

    private byte[] bytes(URI from, Position mention) {
        if ("file".equals(from.getScheme()) && Files.isDirectory(Path.of(from))) {
            throw fault(mention, "a folder, where a file is expected", from);
        }
        try {
            try (InputStream in = connectionTo(from).getInputStream()) {
                byte[] bytes = in.readNBytes(MAX_LENGTH + 1);
                if (bytes.length > MAX_LENGTH) {
                    throw fault(mention, "longer than " + MAX_LENGTH + " bytes", from);
                }
                return bytes;
            }
        } catch (NoSuchFileException | java.io.FileNotFoundException e) {
            throw fault(mention, "no such file" + whereItBegins(mention, from), from);
        } catch (IOException | IllegalArgumentException e) {
            throw fault(mention, "cannot be read: " + e.getMessage(), from);
        }
    }

    /** One that gives up on a server that does not answer. */
    static URLConnection connectionTo(URI from) throws IOException {
        URLConnection connection = from.toURL().openConnection();
        connection.setUseCaches(false);
        connection.setConnectTimeout(PATIENCE_MS);
        connection.setReadTimeout(PATIENCE_MS);
        return connection;
    }

    private static String whereItBegins(Position mention, URI from) {
        if (mention != null) {
            return BESIDE_IT;
        }
        return "file".equals(from.getScheme())
                ? "; a relative path begins at the working directory: "
                        + Path.of("").toAbsolutePath()
                : "";
    }

    private static DescriptorException fault(Position mention, String what, URI from) {
        Problem problem =
                mention == null
                        ? new Problem(nameOf(from), 0, 0, what)
                        : mention.problem(what + ": file=" + nameOf(from));
        return new DescriptorException(List.of(problem));
    }

    private String text(byte[] bytes) {
        String encoding = encodingOf(bytes);
        try {
            String text =
                    Charset.forName(encoding)
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException
                | IllegalCharsetNameException
                | UnsupportedCharsetException e) {
            throw new DescriptorException(
                    List.of(
                            new Problem(
                                    name,
                                    0,
                                    0,
                                    "not text in its encoding: encoding="
                                            + encoding
                                            + "; save it as UTF-8, or name its encoding in the"
                                            + " first line, as <?xml version=\"1.0\""
                                            + " encoding=\"ISO-8859-1\"?>")));
        }
    }

    private static String encodingOf(byte[] bytes) {
        String head =
                new String(bytes, 0, Math.min(bytes.length, 200), StandardCharsets.ISO_8859_1);
        if (head.startsWith("\u00FE\u00FF") || head.startsWith("\u00FF\u00FE")) {
            return "UTF-16"; // the byte order mark, in one order or the other
        }
        Matcher matcher = ENCODING.matcher(head);
        return matcher.find() ? matcher.group(1) : "UTF-8";
    }

    private static void refuseUnsupported(XmlElement element) {
        String reason = UNSUPPORTED.get(element.name());
        if (reason != null) {
            throw element.position()
                    .exception("<" + element.name() + "> is not supported: " + reason);
        }
        element.children().forEach(DescriptorFile::refuseUnsupported);
    }

    private void declare(XmlElement environment) {
        for (XmlElement element : environment.children()) {
            if (element.name().equals("includePropertyFile")) {
                include(element);
            } else if (element.attributes().containsKey("name")) {
                // A missing name is the schema's to complain about.
                String value = replace(element.get("value", ""), element.positionOf("value"));
                declare(element, element.name(), element.get("name"), value);
            }
        }
    }

    private void declare(XmlElement element, String kind, String variable, String value) {
        try {
            variables.declare(kind, variable, value);
        } catch (IllegalArgumentException e) {
            throw element.position().exception(e.getMessage());
        }
    }

    private void include(XmlElement element) {
        Position position = element.positionOf("location");
        String path = replace(element.get("location", ""), position);
        URI from = resolve(location, path, position);
        Properties properties = new Properties();
        try {
            properties.load(
                    new StringReader(new String(bytes(from, position), StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException e) {
            throw position.exception(
                    "not a property file: file=" + nameOf(from) + " reason=" + e.getMessage());
        }
        for (String variable : new TreeSet<>(properties.stringPropertyNames())) {
            declare(element, "descriptorVariable", variable, properties.getProperty(variable));
        }
    }

    /** A file that a descriptor names, beside that descriptor unless absolute. */
    static URI resolve(URI base, String path, Position mention) {
        try {
            if ("file".equals(base.getScheme())) {
                return Path.of(base).resolveSibling(path).normalize().toUri();
            }
            return base.resolve(path);
        } catch (IllegalArgumentException e) {
            throw mention.exception("not the name of a file: path=" + path);
        }
    }

    private void replaceVariables(XmlElement element) {
        element.attributes()
                .replaceAll(
                        (attribute, was) ->
                                new XmlElement.Attribute(
                                        replace(was.value(), was.position()), was.position()));
        element.children().forEach(this::replaceVariables);
    }

    private String replace(String text, Position position) {
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            String value = variables.value(matcher.group(1));
            if (value == null) {
                Set<String> known = new TreeSet<>(variables.names());
                throw position.exception(
                        "variable without a value: ${%s}; declare it in <environment> or set it in the program's contract; known: %s"
                                .formatted(matcher.group(1), known));
            }
            matcher.appendReplacement(result, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(result).toString();
    }

    private static Map<String, String> unsupported() {
        Map<String, String> map = new TreeMap<>();
        String local = "only hosts of this machine are started; use <hosts> with <host>";
        for (String group :
                List.of(
                        "sshGroup",
                        "rshGroup",
                        "lsfGroup",
                        "pbsGroup",
                        "sgeGroup",
                        "oarGroup",
                        "oarshGroup",
                        "prunGroup",
                        "ccsGroup",
                        "loadLevelerGroup",
                        "cgspGroup",
                        "arcGroup",
                        "gliteGroup",
                        "unicoreGroup",
                        "ec2Group",
                        "genericGroup",
                        "group",
                        "sshBridge",
                        "rshBridge",
                        "oarshBridge",
                        "bridge")) {
            map.put(group, local);
        }
        map.put("acquisition", "nodes are started, not looked up; list hosts in <resources>");
        map.put("executable", "programs are active objects; use <proactive>");
        map.put("technicalServices", "leave it out");
        map.put("technicalService", "leave it out");
        map.put("includeXMLFile", "use <includePropertyFile>");
        map.put("tool", "leave it out");
        map.put("scratch", "leave it out");
        map.put("java", "nodes run on the JVM of the program; leave it out");
        map.put("bootClasspath", "put jars into <applicationClasspath>");
        map.put("proactiveClasspath", "the product's own jars are always there; leave it out");
        map.put("securityPolicy", "the JVM has no security manager any more; leave it out");
        map.put("proactiveSecurity", "leave it out");
        map.put("applicationPolicy", "leave it out");
        map.put("runtimePolicy", "leave it out");
        map.put("log4jProperties", "put a log4j2.xml on the class path");
        map.put("userProperties", "use <jvmarg value=\"-Dname=value\"/>");
        map.put("debug", "use <jvmarg> with the JVM's own options");
        return map;
    }
}
