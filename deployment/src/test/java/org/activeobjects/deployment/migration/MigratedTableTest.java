package org.activeobjects.deployment.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Every type of ProActive that programs name, and where it lives here. */
class MigratedTableTest {

    private static final String THEIRS = "org.objectweb.proactive.";
    private static final String OURS = "org.activeobjects.";

    /** Package there, package here, and the types in it that keep their names. */
    private static final String TABLE =
            """
            api api PAActiveObject PAFuture PAException PALifeCycle PAEventProgramming
            api api PAMessageTagging PAMobileAgent
            api group PAGroup
            core.group group Group ExceptionListException ExceptionInGroup DispatchMode Dispatch
            api spmd PASPMD
            ext.hpc.exchange api ExchangeableDouble
            ext.hpc.exchange spmd CollectiveOperation
            core.group.spmd spmd CollectiveOperation
            any.other.of.theirs spmd CollectiveOperation
            . active Active InitActive RunActive EndActive Body Service
            . api ObjectForSynchronousCall
            core.body.request active Request RequestFilter BlockingRequestQueue
            core.body active Context
            core.mop active StubObject
            core active UniqueID
            core.node node Node NodeFactory NodeInformation
            core.runtime node VMInformation
            core.util.wrapper wrapper IntWrapper LongWrapper DoubleWrapper FloatWrapper
            core.util.wrapper wrapper BooleanWrapper StringWrapper GenericTypeWrapper
            core.util.wrapper wrapper IntMutableWrapper LongMutableWrapper DoubleMutableWrapper
            core.util.wrapper wrapper FloatMutableWrapper BooleanMutableWrapper
            core.util.wrapper wrapper StringMutableWrapper
            annotation annotation ImmediateService TurnActive TurnActiveParam Self NoReify
            annotation annotation UnwrapFuture Cache
            annotation.multiactivity annotation.multiactivity DefineGroups Group DefineRules
            annotation.multiactivity annotation.multiactivity Compatible MemberOf
            . error ActiveObjectCreationException
            core.node error NodeException
            core error ProActiveTimeoutException
            core.mop error ClassNotReifiableException ConstructionOfReifiedObjectFailedException
            core.body.exceptions error BodyTerminatedException BodyTerminatedRequestException
            core.body.exceptions error BodyTerminatedReplyException
            core.body.exceptions error FutureMonitoringPingFailureException
            extensions.gcmdeployment deployment PAGCMDeployment
            gcmdeployment deployment GCMApplication GCMVirtualNode
            core.xml deployment VariableContract VariableContractImpl VariableContractType
            """;

    @TempDir private Path folder;

    static Stream<Arguments> types() {
        return Stream.concat(
                TABLE.lines().flatMap(MigratedTableTest::typesOf),
                Stream.of(
                        Arguments.of(
                                THEIRS + "core.ProActiveException",
                                OURS + "error.ActiveObjectException"),
                        Arguments.of(
                                THEIRS + "core.ProActiveRuntimeException",
                                OURS + "error.ActiveObjectException")));
    }

    private static Stream<Arguments> typesOf(String row) {
        String[] words = row.split(" ");
        String theirs = words[0].equals(".") ? THEIRS : THEIRS + words[0] + ".";
        return Arrays.stream(words)
                .skip(2)
                .map(type -> Arguments.of(theirs + type, OURS + words[1] + "." + type));
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTypeIsImportedFromWhereItIs(String theirs, String ours) throws IOException {
        String used = theirs.substring(theirs.lastIndexOf('.') + 1);
        Path file =
                Files.writeString(
                        folder.resolve("A.java"),
                        "import %s;\nclass A { %s of; %s full; }\n"
                                .formatted(theirs, used, theirs));

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(file)
                .hasContent(
                        "import %s;\nclass A { %s of; %s full; }\n"
                                .formatted(ours, ours.substring(ours.lastIndexOf('.') + 1), ours));
        assertThat(migration.files().getFirst().findings()).isEmpty();
        assertThatCode(() -> Class.forName(ours, false, getClass().getClassLoader()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core.group.DispatchBehavior",
                "core.group.topology.Ring",
                "core.body.MetaObjectFactory",
                "gcmdeployment.GCMHost",
                "gcmdeployment.Topology",
                "core.component.Fractive"
            })
    void aTypeThatIsNotHereIsLeftAndListed(String type) throws IOException {
        String source = "\nimport " + THEIRS + type + ";\nclass A {}\n";
        Path file = Files.writeString(folder.resolve("A.java"), source);

        Migration migration = Migration.of(folder);
        migration.write();

        assertThat(file).hasContent(source);
        assertThat(migration.files().getFirst().findings())
                .extracting(Finding::line, finding -> finding.text().split(": ", 2)[0])
                .containsExactly(tuple(2, THEIRS + type));
    }
}
