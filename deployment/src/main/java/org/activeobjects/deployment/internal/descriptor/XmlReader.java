package org.activeobjects.deployment.internal.descriptor;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.error.DescriptorException.Problem;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;

/** Reads a document into elements that know their places; no DTD, no external entity. */
final class XmlReader extends DefaultHandler {

    private final String file;
    private final String[] lines;
    private final Deque<XmlElement> open = new ArrayDeque<>();
    private Locator locator;
    private XmlElement root;

    private XmlReader(String file, String text) {
        this.file = file;
        this.lines = text.split("\r\n|\r|\n", -1);
    }

    /**
     * Reads a document.
     *
     * @param file name of the file, for messages
     * @throws DescriptorException if it is not well formed, or has a DTD
     */
    static XmlElement read(String file, String text) {
        XmlReader handler = new XmlReader(file, text);
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            XMLReader reader = factory.newSAXParser().getXMLReader();
            reader.setContentHandler(handler);
            reader.setErrorHandler(handler);
            reader.parse(new InputSource(new StringReader(text)));
        } catch (SAXParseException e) {
            throw new Position(file, e.getLineNumber(), e.getColumnNumber())
                    .exception("not well-formed XML: " + e.getMessage());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new DescriptorException(
                    List.of(new Problem(file, 0, 0, "cannot be read as XML: " + e.getMessage())));
        }
        return handler.root;
    }

    @Override
    public void setDocumentLocator(Locator documentLocator) {
        locator = documentLocator;
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) {
        Position start = startOfTag();
        XmlElement element = new XmlElement(uri, localName, start);
        for (int i = 0; i < attributes.getLength(); i++) {
            // Hints to editors where a schema can be had; ours are built in.
            if (!attributes.getURI(i).equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
                String name = attributes.getQName(i);
                element.attributes()
                        .put(
                                name,
                                new XmlElement.Attribute(
                                        attributes.getValue(i), startOfAttribute(start, name)));
            }
        }
        if (open.isEmpty()) {
            root = element;
        } else {
            open.peek().children().add(element);
        }
        open.push(element);
    }

    @Override
    public void characters(char[] buffer, int offset, int length) {
        open.peek().text().append(buffer, offset, length);
    }

    @Override
    public void endElement(String uri, String localName, String qName) {
        open.pop();
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
        throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
        throw e;
    }

    /** The parser stands behind a tag; no attribute contains a {@code <}, so the last one is it. */
    private Position startOfTag() {
        int line = Math.min(locator.getLineNumber(), lines.length);
        int from = locator.getColumnNumber() - 2;
        for (; line >= 1; line--) {
            String text = lines[line - 1];
            int column = text.lastIndexOf('<', Math.min(from, text.length() - 1));
            if (column >= 0) {
                return new Position(file, line, column + 1);
            }
            from = Integer.MAX_VALUE;
        }
        return new Position(file, locator.getLineNumber(), locator.getColumnNumber());
    }

    private Position startOfAttribute(Position tag, String name) {
        Pattern pattern = Pattern.compile("(?<![\\w:.-])" + Pattern.quote(name) + "\\s*(=|$)");
        for (int line = tag.line(); line <= locator.getLineNumber(); line++) {
            Matcher matcher = pattern.matcher(lines[line - 1]);
            if (matcher.find(line == tag.line() ? tag.column() : 0)) {
                return new Position(file, line, matcher.start() + 1);
            }
        }
        return tag;
    }
}
