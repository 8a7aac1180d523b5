package org.activeobjects.deployment.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@EnabledOnOs(OS.LINUX)
class JobFolderTest {

    @TempDir private Path sharedMemory;

    private int user;

    @BeforeEach
    void setUp() throws IOException {
        user = (int) Files.getAttribute(sharedMemory, "unix:uid");
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectories(sharedMemory.resolve(name));
        Files.createFile(folder.resolve("file"));
        return folder;
    }

    @Test
    void thatOfTheJobIsRemovedAndNoOther() throws IOException {
        Path own = folder("activeobjects-" + user + "-job-1");
        Path otherJob = folder("activeobjects-" + user + "-job-2");
        Path otherName = folder("activeobjects-x-job-1");

        JobFolder.remove(sharedMemory, "job-1");
        JobFolder.remove(sharedMemory, "job-3");

        assertThat(own).doesNotExist();
        assertThat(otherJob).isNotEmptyDirectory();
        assertThat(otherName).isNotEmptyDirectory();
    }

    @Test
    void oneThatAnotherUserHasMadeIsLeftAlone() throws IOException {
        Path folder = folder("folder");

        JobFolder.removeOf(user + 1, folder);

        assertThat(folder).isNotEmptyDirectory();
    }
}
