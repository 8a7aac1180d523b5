package org.activeobjects.deployment.internal.descriptor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a schema of ours declares, for the texts of faults: a validator does not tell. */
final class Declarations {

    private final XmlElement schema;

    /** Those of a schema, a resource of this jar. */
    Declarations(URL resource) {
        try (InputStream in = resource.openStream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            schema = XmlReader.read(resource.toString(), text);
        } catch (IOException e) {
            throw new UncheckedIOException("schema cannot be read: url=" + resource, e);
        }
    }

    /** The type of a root element; {@code null} if there is none. */
    XmlElement typeOfRoot(String name) {
        return typeWithin(schema, name);
    }

    /** The type of an element within one of another type; {@code null} if there is none. */
    XmlElement typeWithin(XmlElement type, String name) {
        XmlElement declaration = type == null ? null : named(type, "element", name);
        if (declaration == null) {
            return null;
        }
        String reference = declaration.get("type", "");
        return reference.isEmpty()
                ? declaration.first("complexType").orElse(null)
                : named(schema, "complexType", reference);
    }

    /** The names of the attributes that elements of a type may have. */
    static List<String> attributesOf(XmlElement type) {
        return type == null
                ? List.of()
                : type.all("attribute").stream().map(one -> one.get("name")).toList();
    }

    /** The first within another one; {@code null} if there is none. */
    private static XmlElement named(XmlElement within, String kind, String name) {
        for (XmlElement child : within.children()) {
            boolean isIt = child.name().equals(kind) && child.get("name", "").equals(name);
            XmlElement found = isIt ? child : named(child, kind, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
