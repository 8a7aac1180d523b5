package org.activeobjects.deployment.internal.descriptor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An element with the places of itself and of its attributes. */
final class XmlElement {

    /** An attribute's value and where its name stands. */
    record Attribute(String value, Position position) {}

    private final String namespace;
    private final String name;
    private final Position position;
    private final Map<String, Attribute> attributes = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    XmlElement(String namespace, String name, Position position) {
        this.namespace = namespace;
        this.name = name;
        this.position = position;
    }

    String namespace() {
        return namespace;
    }

    String name() {
        return name;
    }

    Position position() {
        return position;
    }

    Map<String, Attribute> attributes() {
        return attributes;
    }

    List<XmlElement> children() {
        return children;
    }

    StringBuilder text() {
        return text;
    }

    /** The children of one name, in their order. */
    List<XmlElement> all(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    Optional<XmlElement> first(String childName) {
        return all(childName).stream().findFirst();
    }

    /** The value of an attribute that the schema requires, or has a default for. */
    String get(String attribute) {
        return attributes.get(attribute).value();
    }

    String get(String attribute, String absent) {
        Attribute found = attributes.get(attribute);
        return found == null ? absent : found.value();
    }

    Position positionOf(String attribute) {
        Attribute found = attributes.get(attribute);
        return found == null ? position : found.position();
    }
}
