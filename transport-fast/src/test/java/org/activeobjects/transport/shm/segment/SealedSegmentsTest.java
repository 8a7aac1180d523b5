package org.activeobjects.transport.shm.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.posix.SealedFile;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

class SealedSegmentsTest {

    private static final long LENGTH = 3 * 4096;
    private static final Path OVERCOMMIT = Path.of("/proc/sys/vm/overcommit_memory");

    private final Arena arena = Arena.ofShared();
    private String bell;
    private Segment made;

    @BeforeEach
    void make() throws IOException {
        String runtime = "0".repeat(29) + "abc";
        bell = "bell-" + ProcessIdentity.current().text() + "-" + runtime + "0";
        assertThat(SealedSegments.areShared(bell)).isTrue();
        made = SealedSegments.create("test", LENGTH, arena);
    }

    @AfterEach
    void close() {
        made.file().close();
        arena.close();
    }

    private MemorySegment open(String name) throws LinkUnavailableException {
        return SealedSegments.open(name, bell, LENGTH, arena);
    }

    private String name() {
        return made.name();
    }

    @Test
    void isOneMemoryForBothSides() throws Exception {
        MemorySegment other = open(name());
        made.memory().set(ValueLayout.JAVA_LONG, LENGTH - 8, 42);
        assertThat(other.get(ValueLayout.JAVA_LONG, LENGTH - 8)).isEqualTo(42);
        other.set(ValueLayout.JAVA_LONG, 4096, 43);
        assertThat(made.memory().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(43);
    }

    @Test
    void hasANameThatPeersReadAlsoWhereTheUserWritesOtherDigits() throws Exception {
        Locale before = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
        try {
            Segment there = SealedSegments.create("test", LENGTH, arena);
            try (SealedFile file = there.file()) {
                assertThat("%d".formatted(file.descriptor())).doesNotMatch("[0-9]+");
                assertThat(open(there.name()).byteSize()).isEqualTo(LENGTH);
            }
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, before);
        }
    }

    @Test
    void takesMemoryOnlyForPagesThatSomebodyTouches() {
        assumeTrue(SealedSegments.arePagesSure(OVERCOMMIT), "all pages are made at the start here");
        MemorySegment page = made.memory().asSlice(4096, 4096);
        assertThat(page.isLoaded()).isFalse();
        page.set(ValueLayout.JAVA_LONG, 0, 1);
        assertThat(page.isLoaded()).isTrue();
    }

    @Test
    void makesAllPagesAtTheStartUnlessTheKernelIsKnownToGiveThemLater(@TempDir Path folder)
            throws IOException {
        Path mode = folder.resolve("mode");
        assertThat(SealedSegments.arePagesSure(mode)).isFalse();
        for (String text : new String[] {"0\n", "1\n", "2\n", ""}) {
            Files.writeString(mode, text);
            boolean isSure = text.startsWith("0") || text.startsWith("1");
            assertThat(SealedSegments.arePagesSure(mode)).as(text).isEqualTo(isSure);
        }
    }

    @Test
    void cannotBeCutOffByAnybody() throws Exception {
        String path = "/proc/self/fd/" + made.file().descriptor();
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            assertThatThrownBy(() -> file.setLength(4096)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> file.setLength(LENGTH * 2)).isInstanceOf(IOException.class);
            assertThat(file.length()).isEqualTo(LENGTH);
        }
    }

    @Test
    void isRefusedUnderAnotherRandomNumber() {
        String last = name().endsWith("0") ? "1" : "0";
        String other = name().substring(0, name().length() - 1) + last;
        assertThatThrownBy(() -> open(other))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("is not what it says");
    }

    @Test
    void isRefusedWhenItIsLongerOrShorterThanItMustBe() {
        for (long length : new long[] {4096, LENGTH * 2}) {
            assertThatThrownBy(() -> SealedSegments.open(name(), bell, length, arena))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("length=" + LENGTH + " expected=" + length);
        }
    }

    @Test
    void isRefusedFromAPeerThatIsAnotherProcess() {
        String owner = SegmentFolder.ownerOf(bell);
        String other = bell.replace(owner, owner + "7");
        assertThatThrownBy(() -> SealedSegments.open(name(), other, LENGTH, arena))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("none of its own");
    }

    @Test
    void isNotSharedWithAPeerThatSeesOtherProcesses() throws IOException {
        String space = Long.toString(ProcessIdentity.current().namespace());
        String other = bell.replace(space, space + "1");
        assertThat(SealedSegments.areShared(other)).isFalse();
        assertThat(SealedSegments.areShared("no segment")).isFalse();
    }

    @Test
    void isRefusedWhileItCanStillBeCutOff() throws Exception {
        try (SealedFile open = SealedFile.create("activeobjects-test")) {
            assertThat(open.isSealed()).isFalse();
            String name =
                    name().replaceFirst(
                                    "-" + made.file().descriptor() + "-([0-9a-f]{16})$",
                                    "-" + open.descriptor() + "-$1");
            assertThatThrownBy(() -> open(name))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("can still be cut off");
        }
    }

    @Test
    void isRefusedIfItIsClosedOrNoFileInMemory() throws Exception {
        String number = "-" + made.file().descriptor() + "-([0-9a-f]{16})$";
        assertThatThrownBy(() -> open(name().replaceFirst(number, "-999999999-$1")))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("cannot be mapped");
        for (String nonsense : new String[] {"", "../x", "sealed-1-1-1-1-0", "bulk-1"}) {
            assertThat(SealedSegments.isName(nonsense)).isFalse();
            assertThatThrownBy(() -> open(nonsense)).isInstanceOf(LinkUnavailableException.class);
        }
    }

    @Test
    void leavesNoOpenFileBehindWhereItWasMapped() throws Exception {
        String target = "memfd:activeobjects-test";
        long before = openFiles(target);
        open(name());
        assertThat(openFiles(target)).isEqualTo(before);
    }

    private static long openFiles(String target) throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(file -> linkOf(file).contains(target)).count();
        }
    }

    private static String linkOf(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            // Closed since the folder was read.
            return "";
        }
    }
}
