package org.activeobjects.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.spi.BodyExtension;
import org.junit.jupiter.api.Test;

import java.util.Map;

/** Which extensions are found. */
class MembersTest {

    /** As in a program whose jars were made one and whose files of one name were not merged. */
    @Test
    void exchangeIsThereThoughNoFileNamesIt() {
        Map<String, BodyExtension> known = Members.extensions(ClassLoader.getPlatformClassLoader());

        assertThat(known).containsOnlyKeys("activeobjects.exchange");
        assertThatThrownBy(() -> Members.extension(known, "activeobjects.spmd"))
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("name=activeobjects.spmd known=[activeobjects.exchange]")
                .hasMessageContaining("whole, with its META-INF/services");
    }
}
