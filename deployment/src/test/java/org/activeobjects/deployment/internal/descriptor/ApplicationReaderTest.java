package org.activeobjects.deployment.internal.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.activeobjects.deployment.error.DescriptorException;
import org.activeobjects.deployment.internal.descriptor.ApplicationDescription.VirtualNodeDescription;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class ApplicationReaderTest {

    private static final String APPLICATION =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <GCMApplication xmlns="urn:gcm:application:1.0"
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                xsi:schemaLocation="urn:gcm:application:1.0 http://example.org/a.xsd">
              <environment>
                <descriptorVariable name="n" value="2"/>
              </environment>
              <application>
                <proactive base="root" relpath="/">
                  <configuration>
                    <jvmarg value="-Dn=${n}"/>
                  </configuration>
                  <virtualNode id="Workers" capacity="${n}">
                    <nodeProvider refid="local"/>
                  </virtualNode>
                </proactive>
              </application>
              <resources>
                <nodeProvider id="local"><file path="hosts.xml"/></nodeProvider>
              </resources>
            </GCMApplication>
            """;

    private static final String DEPLOYMENT =
            """
            <GCMDeployment xmlns="urn:gcm:deployment:1.0">
              <resources>
                <host refid="here"/>
              </resources>
              <infrastructure>
                <hosts>
                  <host id="here" os="unix" hostCapacity="4" vmCapacity="1"/>
                </hosts>
                <bridges/>
              </infrastructure>
            </GCMDeployment>
            """;

    private static final int MAX_NODES = 6;

    @TempDir private Path folder;
    private Path application;
    private Path deployment;
    private final Variables variables = new Variables();

    @BeforeEach
    void setUp() throws IOException {
        application = folder.resolve("app.xml");
        deployment = folder.resolve("hosts.xml");
        Files.writeString(application, APPLICATION);
        Files.writeString(deployment, DEPLOYMENT);
    }

    @Test
    void readsWhatBothDescriptorsSay() {
        ApplicationDescription description = read();

        assertThat(description.jvmArguments()).containsExactly("-Dn=2");
        assertThat(description.classPath()).isEmpty();
        assertThat(description.virtualNodes())
                .containsExactly(new VirtualNodeDescription("Workers", false, 2, List.of(0, 1)));
        assertThat(description.providers()).hasSize(1);
        assertThat(description.providers().getFirst().capacity()).isEqualTo(4);
        assertThat(description.nodeCount()).isEqualTo(2);
    }

    @Test
    void aVirtualNodeWithoutCapacityTakesWhatOthersLeave() throws IOException {
        replace(
                application,
                "</proactive>",
                "<virtualNode id=\"Rest\"><nodeProvider"
                        + " refid=\"local\"/></virtualNode></proactive>");

        assertThat(read().virtualNodes())
                .containsExactly(
                        new VirtualNodeDescription("Workers", false, 2, List.of(0, 1)),
                        new VirtualNodeDescription("Rest", true, 2, List.of(2, 3)));
    }

    @Test
    void classPathAndHomeAreResolved() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        replace(
                application,
                "</configuration>",
                "<applicationClasspath><pathElement base=\"root\" relpath=\"%s/lib\"/></applicationClasspath></configuration>"
                        .formatted(folder));
        replace(
                deployment,
                "vmCapacity=\"1\"/>",
                "vmCapacity=\"1\"><homeDirectory base=\"root\" relpath=\"%s\"/></host>"
                        .formatted(System.getProperty("user.home")));

        assertThat(read().classPath()).containsExactly(folder.resolve("lib"));
    }

    @Test
    void variablesComeFromPropertyFilesToo() throws IOException {
        Files.writeString(folder.resolve("v.properties"), "n=3\n");
        replace(
                application,
                "<descriptorVariable name=\"n\" value=\"2\"/>",
                "<includePropertyFile location=\"v.properties\"/>");

        assertThat(read().nodeCount()).isEqualTo(3);
    }

    @Test
    void numbersMayHaveBlanksAroundThem() throws IOException {
        replace(
                deployment,
                "hostCapacity=\"4\" vmCapacity=\"1\"",
                "hostCapacity=\" ${n}\" vmCapacity=\"1 \"");
        replace(
                application,
                "<descriptorVariable name=\"n\" value=\"2\"/>",
                "<descriptorVariable name=\"n\" value=\"3 \"/>");
        replace(application, "capacity=\"${n}\"", "capacity=\"max\"");

        assertThat(read().nodeCount()).isEqualTo(3);
    }

    @Test
    void moreNodesThanOneHostStartsAreRefused() throws IOException {
        replace(deployment, "hostCapacity=\"4\"", "hostCapacity=\"7\"");
        replace(application, " capacity=\"${n}\"", "");

        assertThat(catchThrowableOfType(DescriptorException.class, this::read))
                .hasMessageStartingWith(
                        application
                                + ":14:9: more nodes than this host is asked to start: nodes=7"
                                + " limit=6");
    }

    @Test
    void aByteOrderMarkIsNoText() throws IOException {
        replace(application, "<?xml", "\uFEFF<?xml");
        replace(deployment, "<GCMDeployment", "\uFEFF<GCMDeployment");

        assertThat(read().nodeCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void aByteOrderMarkTellsTheEncoding(String encoding) throws IOException {
        String text = Files.readString(application).replace("UTF-8", "UTF-16");
        Files.write(application, ("\uFEFF" + text).getBytes(Charset.forName(encoding)));

        assertThat(read().nodeCount()).isEqualTo(2);
    }

    @Test
    void moreNodesThanAnIntHoldsAreAsManyAsOneLikes() {
        assertThat(DeploymentReader.sum(4, 3)).isEqualTo(7);
        assertThat(DeploymentReader.sum(Integer.MAX_VALUE - 4, 4096)).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest(name = "{2} at {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    # well-formedness, root, structure
                    app|</application>|</aplication>|17:5|not well-formed XML: The element type "application" must be terminated
                    app|<GCMApplication |<!DOCTYPE x><GCMApplication |2:10|DOCTYPE is disallowed
                    app|GCMApplication|GCMDeployment|2:1|the root element is <GCMDeployment>, expected <GCMApplication>
                    app|urn:gcm:application:1.0|urn:gcm:application:2.0|2:1|<GCMApplication> is of another namespace: xmlns="urn:gcm:application:2.0", expected xmlns="urn:gcm:application:1.0"
                    hosts|xmlns="urn:gcm:deployment:1.0"|color="red"|1:1|<GCMDeployment> is of another namespace: xmlns="", expected xmlns="urn:gcm:deployment:1.0"
                    app|<jvmarg value="-Dn=${n}"/>|<jvmarg value="-Dn=${n}"/><frob/>|11:35|Invalid content was found starting with element 'frob'. One of 'jvmarg, applicationClasspath' is expected
                    app|<jvmarg value=|<jvmarg valeu=|11:17|Attribute 'valeu' is not allowed to appear in element 'jvmarg'. It has value.
                    app|id="Workers" capacity=|id="Workers" capcity=|13:33|Attribute 'capcity' is not allowed to appear in element 'virtualNode'. It has id, capacity.
                    app|<nodeProvider refid="local"/>|<nodeProvider refid="local" id="x"/>|14:37|Attribute 'id' is not allowed to appear in element 'nodeProvider'. It has refid, capacity.
                    app|<nodeProvider id="local">|<nodeProvider id="local" capacity="2">|19:30|Attribute 'capacity' is not allowed to appear in element 'nodeProvider'. It has id.
                    app|<resources>|<resources color="red">|18:14|Attribute 'color' is not allowed to appear in element 'resources'. It has none.
                    app|<nodeProvider refid="local"/>|<nodeProvder refid="local"/>|14:9|One of 'nodeProvider' is expected
                    app|<nodeProvider refid="local"/>|some text|13:7|Element 'virtualNode' cannot have character [children]
                    app|<virtualNode id="Workers"|<virtualNode|13:7|Attribute 'id' must appear on element 'virtualNode'
                    # values
                    app|capacity="${n}"|capacity="many"|13:33|attribute capacity of <virtualNode>: Value 'many' is not facet-valid
                    app|capacity="${n}"|capacity="0"|13:33|attribute capacity of <virtualNode>: Value '0'
                    app|capacity="${n}"|capacity="${m}"|13:33|variable without a value: ${m}; declare it in <environment>
                    app|capacity="${n}"|capacity="5"|13:33|wants more nodes than its providers have left for it: capacity=5 available=4
                    app|refid="local"/>|refid="local" capacity="5"/></virtualNode><virtualNode id="x"><nodeProvider refid="local" capacity="9"/>|14:113|node provider local has not that many nodes left: capacity=9 available=2
                    app|refid="local"|refid="remote"|14:23|no such node provider: refid=remote; known: [local]
                    app|<file path="hosts.xml"/>|<file path="gone.xml"/>|19:36|no such deployment descriptor; a relative path begins at the folder of this file: file=
                    app|</resources>|<nodeProvider id="local"><file path="hosts.xml"/></nodeProvider></resources>|20:17|a second node provider: id=local
                    app|<descriptorVariable name|<descriptorVariabel name|6:5|no kind of variable: element=descriptorVariabel
                    app|<descriptorVariable name="n" value="2"/>|<includePropertyFile location="v.properties"/>|6:26|no such file; a relative path begins at the folder of this file: file=
                    app|</configuration>|<applicationClasspath><pathElement relpath="/no/such"/></applicationClasspath></configuration>|12:42|no such folder or jar for the class path: path=/no/such; relpath begins at the folder of base=root
                    # known, but not served
                    app|<jvmarg value="-Dn=${n}"/>|<java relpath="/usr"/>|11:9|<java> is not supported: nodes run on the JVM of the program
                    app|<proactive base="root" relpath="/">|<executable/><proactive>|9:5|<executable> is not supported
                    hosts|<hosts>|<groups><sshGroup id="g" hostList="a b"/></groups><hosts>|6:13|<sshGroup> is not supported: only hosts of this machine are started
                    hosts|<bridges/>|<bridges><sshBridge/></bridges>|9:14|<sshBridge> is not supported
                    hosts|vmCapacity="1"|vmCapacity="2"|7:50|more than one node in a JVM is not supported: vmCapacity=2
                    hosts|vmCapacity="1"/>|vmCapacity="1"><homeDirectory relpath="/nobody"/></host>|7:80|another home folder than this user's
                    # the deployment descriptor
                    hosts|refid="here"|refid="there"|3:11|no such host: refid=there; known: [here]
                    hosts|<host refid="here"/>|<host refid="here"/><host refid="here"/>|3:31|the host is used twice: refid=here
                    hosts|hostCapacity="4"|hostCapacity="-4"|7:33|attribute hostCapacity of <host>: Value '-4' is not facet-valid
                    hosts|os="unix"|os="windows"|7:23|attribute os of <host>: Value 'windows' is not facet-valid
                    hosts|<bridges/>|<bridge/>|9:5|<bridge> is not supported
                    hosts|</hosts>|<host id="here"/></hosts>|8:11|a second host: id=here
                    """)
    void everyFaultIsToldWithItsPlace(
            String file, String text, String replacement, String place, String message)
            throws IOException {
        Path descriptor = file.equals("app") ? application : deployment;
        replace(descriptor, text, replacement);

        DescriptorException error = catchThrowableOfType(DescriptorException.class, this::read);

        assertThat(error).isNotNull();
        assertThat(error.problems().getFirst().toString())
                .startsWith(descriptor + ":" + place + ": ")
                .contains(message == null ? "" : message);
    }

    @Test
    void allFaultsOfAFileAreToldAtOnce() throws IOException {
        replace(deployment, "hostCapacity=\"4\"", "hostCapacity=\"x\" color=\"red\"");
        replace(deployment, "<host refid", "<host refd");

        DescriptorException error = catchThrowableOfType(DescriptorException.class, this::read);

        assertThat(error.problems()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(error.getMessage().lines())
                .allMatch(line -> line.matches(".*hosts\\.xml:\\d+:\\d+: .*"));
    }

    @Test
    void aTagOverSeveralLinesIsPlacedAtItsStartAndItsAttributesWhereTheyAre() throws IOException {
        replace(deployment, "<host id=\"here\" os=\"unix\"", "<host id=\"here\"\n   os=\"dos\"\n");

        DescriptorException error = catchThrowableOfType(DescriptorException.class, this::read);

        assertThat(error.problems().getFirst().toString()).startsWith(deployment + ":8:4: ");
    }

    @Test
    void aMissingOrUnreadableFileIsTold() throws IOException {
        Files.delete(application);

        assertThat(catchThrowableOfType(DescriptorException.class, this::read))
                .hasMessage(
                        "%s: no such file; a relative path begins at the working directory: %s",
                        application, Path.of("").toAbsolutePath());

        Files.write(
                application,
                "<?xml version='1.0' encoding='UTF-8'?><a b='é'/>"
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertThat(catchThrowableOfType(DescriptorException.class, this::read))
                .hasMessageContaining("not text in its encoding: encoding=UTF-8");
    }

    @Test
    void aFolderInPlaceOfADescriptorIsTold() throws IOException {
        Files.delete(application);
        Files.createDirectory(application);

        assertThat(catchThrowableOfType(DescriptorException.class, this::read))
                .hasMessage(application + ": a folder, where a file is expected");
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() throws IOException {
        URLConnection connection =
                DescriptorFile.connectionTo(URI.create("http://127.0.0.1/app.xml"));

        assertThat(connection.getConnectTimeout()).isPositive();
        assertThat(connection.getReadTimeout()).isPositive();
    }

    @Test
    void externalEntitiesAreNeverRead() throws IOException {
        Files.writeString(
                application,
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n<x>&e;</x>");

        assertThat(catchThrowableOfType(DescriptorException.class, this::read))
                .hasMessageContaining("DOCTYPE is disallowed");
    }

    private ApplicationDescription read() {
        return ApplicationReader.read(application.toUri(), variables, MAX_NODES);
    }

    private static void replace(Path file, String text, String replacement) throws IOException {
        String before = Files.readString(file);
        assertThat(before).contains(text);
        Files.writeString(file, before.replace(text, replacement));
    }

    /** Any declaration that gives a value is taken. */
    private static final class Variables implements VariableScope {

        private final Map<String, String> values = new TreeMap<>();

        @Override
        public void declare(String kind, String name, String value) {
            if (!kind.equals("descriptorVariable")) {
                throw new IllegalArgumentException("no kind of variable: element=" + kind);
            }
            values.put(name, value);
        }

        @Override
        public String value(String name) {
            return values.get(name);
        }

        @Override
        public Collection<String> names() {
            return values.keySet();
        }
    }
}
