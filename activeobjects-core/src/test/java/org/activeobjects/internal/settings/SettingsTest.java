package org.activeobjects.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

class SettingsTest {

    private final List<String> unknown = new ArrayList<>();

    private void check(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        Settings.check(properties, unknown::add);
    }

    @ParameterizedTest
    @CsvSource({
        "activeobjects.transport, smh, 'local, shm,'",
        "activeobjects.transport, 'shm,', tcp",
        "activeobjects.deadlock, ignore, 'fail, off, warn'",
        "activeobjects.delivery, fifo, 'causal, ordered'",
        "activeobjects.threads, green, 'platform, virtual'",
        "activeobjects.borrowed, yes, 'overwrite, reuse'",
        "activeobjects.callSites, yes, 'false, true'",
        "activeobjects.implicitGetStubOnThis, 1, 'false, true'",
        "activeobjects.synchronousCallTimeoutMs, 10s, milliseconds",
        "activeobjects.lease, 60, 5m",
        "activeobjects.codec.maxBytes, 1G, a number from 1",
        "activeobjects.codec.maxBytes, 2147483648, 2147483647",
        "activeobjects.codec.maxObjects, 9999999999, 2147483647",
        "activeobjects.dump.signal, SIGUSR2, USR2",
        "activeobjects.job, my job, 1 to 64 letters",
        "activeobjects.port, http, 65535",
    })
    void refusesAValueThatASettingCannotHave(String name, String value, String possible) {
        assertThatThrownBy(() -> check(name, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-D" + name + "=" + value)
                .hasMessageContaining(possible);
    }

    @ParameterizedTest
    @CsvSource({
        "activeobjects.transport, ''",
        "activeobjects.transport, 'shm, netty'",
        "activeobjects.transport.shm.singleCopy, false",
        "activeobjects.transport.netty.eagerLimit, 4096",
        "activeobjects.deadlock, FAIL",
        "activeobjects.lease, 1h30m",
        "activeobjects.lease, 0.5S",
        "activeobjects.dump.signal, none",
        "activeobjects.codec.allow, org.acme.",
        "activeobjects.codec.maxScale, 2147483647",
        "activeobjects.test.salt, 7",
        "java.version, 25",
    })
    void takesWhatIsKnownAndWhatIsNotItsOwn(String name, String value) {
        assertThatCode(() -> check(name, value)).doesNotThrowAnyException();
        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "activeobjects.deadlok, activeobjects.deadlock",
        "activeobjects.secretfile, activeobjects.secretFile",
        "activeobjects.transport.smh.singleCopy, activeobjects.transport.shm.singleCopy",
        "activeobjects.synchronousCallTimeout, activeobjects.synchronousCallTimeoutMs",
    })
    void tellsOfAnUnknownOneAndWhichIsMostSimilar(String name, String similar) {
        check(name, "1");
        assertThat(unknown).containsExactly(name);
        assertThat(Names.nearest(name, Settings.known())).isEqualTo(similar);
    }

    @Test
    void areAllListedInTheManual() throws Exception {
        Path module = Path.of(System.getProperty("activeobjects.module.basedir", ""));
        String manual = Files.readString(module.toAbsolutePath().resolveSibling("docs/running.md"));
        String section = manual.substring(manual.indexOf("\n## Settings"));
        String table = section.substring(section.indexOf("\n|"), section.indexOf("\n\n## "));
        List<String> listed =
                Pattern.compile("`(activeobjects\\.[A-Za-z.]+)`")
                        .matcher(table)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList();
        assertThat(listed).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(listed))
                .containsExactlyElementsOf(
                        Settings.known().stream()
                                .filter(name -> !name.startsWith("activeobjects.transport.held."))
                                .toList());
    }
}
