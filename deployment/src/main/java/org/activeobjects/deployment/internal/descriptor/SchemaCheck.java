package org.activeobjects.deployment.internal.descriptor;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;

/**
 * Checks elements, variables already replaced, against a schema; keeps every fault and its place.
 */
final class SchemaCheck implements ErrorHandler {

    private static final int MAX_PROBLEMS = 20;
    private static final String UNKNOWN_ATTRIBUTE = "cvc-complex-type.3.2.2";
    private static final Pattern CODE = Pattern.compile("^[\\w.-]+: ");
    private static final Pattern NAMESPACE = Pattern.compile("\\{?\"?urn:gcm:[^\"]*\"?:(\\w+)\\}?");
    private static final Pattern ATTRIBUTE = Pattern.compile("attribute '([\\w:]+)'");

    private final List<Problem> problems = new ArrayList<>();
    private final Declarations declarations;
    private XmlElement current;
    private XmlElement currentType;
    private String detail;

    private SchemaCheck(URL schema) {
        declarations = new Declarations(schema);
    }

    /**
     * Checks a document.
     *
     * @param schema name of the schema, a resource beside this class
     * @throws DescriptorException with up to 20 faults
     */
    static void check(XmlElement root, String schema) {
        URL resource = resource(schema);
        SchemaCheck check = new SchemaCheck(resource);
        try {
            ValidatorHandler validator = load(resource).newValidatorHandler();
            validator.setErrorHandler(check);
            validator.startDocument();
            check.send(root, check.declarations.typeOfRoot(root.name()), validator);
            validator.endDocument();
        } catch (SAXException e) {
            // The list is full.
            check.problems.add(root.position().problem("further faults are not listed"));
        }
        if (!check.problems.isEmpty()) {
            throw new DescriptorException(check.problems);
        }
    }

    @Override
    public void warning(SAXParseException e) {
        // Not about the document.
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
        String message = e.getMessage();
        if (message.startsWith("cvc-attribute.3") || message.startsWith("cvc-type.3.1.3")) {
            // Comes after what is wrong with the value itself.
            Matcher matcher = ATTRIBUTE.matcher(message);
            String name = matcher.find() ? matcher.group(1) : "";
            add(
                    current.positionOf(name),
                    "attribute " + name + " of <" + current.name() + ">: " + detail);
            detail = null;
        } else if (message.matches("(?s)cvc-(datatype|pattern|enumeration|min|max|length).*")) {
            detail = plain(message);
        } else {
            Matcher matcher = ATTRIBUTE.matcher(message.replaceAll("Attribute", "attribute"));
            add(
                    matcher.find() ? current.positionOf(matcher.group(1)) : current.position(),
                    plain(message) + (message.startsWith(UNKNOWN_ATTRIBUTE) ? known() : ""));
        }
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
        error(e);
    }

    private void add(Position position, String text) throws SAXException {
        problems.add(position.problem(text));
        if (problems.size() == MAX_PROBLEMS) {
            throw new SAXException("too many problems: limit=" + MAX_PROBLEMS);
        }
    }

    private String known() {
        List<String> names = Declarations.attributesOf(currentType);
        return names.isEmpty() ? " It has none." : " It has " + String.join(", ", names) + ".";
    }

    private void send(XmlElement element, XmlElement type, ValidatorHandler validator)
            throws SAXException {
        AttributesImpl attributes = new AttributesImpl();
        element.attributes()
                .forEach(
                        (name, attribute) ->
                                attributes.addAttribute(
                                        "", name, name, "CDATA", attribute.value()));
        current = element;
        currentType = type;
        validator.startElement(element.namespace(), element.name(), element.name(), attributes);
        for (XmlElement child : element.children()) {
            send(child, declarations.typeWithin(type, child.name()), validator);
        }
        current = element;
        if (!element.text().toString().isBlank()) {
            char[] text = element.text().toString().toCharArray();
            validator.characters(text, 0, text.length);
        }
        validator.endElement(element.namespace(), element.name(), element.name());
    }

    private static String plain(String message) {
        String text = CODE.matcher(message).replaceFirst("");
        return NAMESPACE.matcher(text).replaceAll("$1");
    }

    private static URL resource(String name) {
        URL resource = SchemaCheck.class.getResource(name);
        if (resource == null) {
            throw new IllegalStateException(
                    "schema missing in the jar of deployment: name=" + name);
        }
        return resource;
    }

    private static Schema load(URL resource) throws SAXException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty("http://apache.org/xml/properties/locale", Locale.ENGLISH);
        return factory.newSchema(resource);
    }
}
