package org.activeobjects.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.transport.posix.ProcessIdentity;
import org.activeobjects.transport.shm.segment.Segment;
import org.activeobjects.transport.shm.segment.SegmentFolder;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.LinkUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

@Timeout(60)
class SegmentFolderTest {

    private static final String RUNTIME = "0123456789abcdef0123456789abcdef";

    @TempDir Path parent;
    private final Arena arena = Arena.ofShared();
    private Path job;

    @BeforeEach
    void name() throws IOException {
        int user = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        job = parent.resolve("activeobjects-" + user + "-job");
    }

    @AfterEach
    void unmap() {
        arena.close();
    }

    private SegmentFolder enter() throws LinkUnavailableException {
        return SegmentFolder.enter(parent, "job", RUNTIME);
    }

    @Test
    void isPrivateAndGoesWithItsLastFile() throws Exception {
        SegmentFolder folder = enter();
        Segment segment = folder.create("bell", 4096, arena);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(job)))
                .isEqualTo("rwx------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(job.resolve(segment.name()))))
                .isEqualTo("rw-------");

        SegmentFolder other = SegmentFolder.enter(parent, "job", RUNTIME.replace('0', 'f'));
        other.create("bell", 4096, arena);
        folder.leave();
        assertThat(job).isNotEmptyDirectory();
        other.leave();
        assertThat(job).doesNotExist();
    }

    @Test
    void isMadeAgainWhenAnotherHasJustRemovedIt() throws Exception {
        SegmentFolder folder = enter();
        Files.delete(job);
        folder.create("bell", 4096, arena);
        assertThat(job).isNotEmptyDirectory();
        folder.leave();
    }

    @Test
    void makesAndOpensFilesAlsoForAThreadThatIsInterrupted() throws Exception {
        SegmentFolder folder = enter();
        Thread.currentThread().interrupt();
        try {
            Segment made = folder.create("bell", 8192, arena);
            made.memory().set(ValueLayout.JAVA_LONG, 0, 4711);
            MemorySegment opened = folder.open("bell", RUNTIME, made.name(), 8192, arena);

            assertThat(opened.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(4711);
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
            folder.leave();
        }
    }

    @Test
    void takesNothingMoreOnceItIsLeft() throws Exception {
        SegmentFolder folder = enter();
        folder.create("bell", 4096, arena);
        folder.leave();

        assertThatThrownBy(() -> folder.create("pair", 4096, arena))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("closing");
        assertThat(job).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-x---", "rwx-----x", "rwx----w-"})
    void isRefusedWhenOthersMayEnter(String permissions) throws IOException {
        Files.createDirectory(job);
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString(permissions));
        Files.createFile(job.resolve("keep"));
        assertThatThrownBy(this::enter)
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("not private")
                .hasMessageContaining(job.toString());
    }

    @Test
    void isRefusedWhenItIsASymbolicLink() throws IOException {
        Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(job, elsewhere);
        assertThatThrownBy(this::enter).hasMessageContaining("not private");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void isRefusedWhenItIsAFile() throws IOException {
        Files.createFile(job);
        assertThatThrownBy(this::enter).hasMessageContaining("isFolder=false");
    }

    @Test
    void isRefusedWhenItBelongsToAnother() throws IOException {
        assumeTrue(ProcessHandle.current().info().user().orElse("").equals("root"), "not root");
        Files.createDirectory(job);
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(job, "unix:uid", 12345);
        assertThatThrownBy(this::enter).hasMessageContaining("owner=12345 user=0");
    }

    @Test
    void saysThatThereIsNoFileSystem() {
        assertThatThrownBy(() -> SegmentFolder.enter(parent.resolve("missing"), "job", RUNTIME))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("no folder for shared memory: path=" + parent);
    }

    @Test
    void losesTheFilesOfDeadProcessesAtTheNextStartOfAnyJob() throws Exception {
        ProcessIdentity self = ProcessIdentity.current();
        String dead = self.namespace() + "-" + self.pid() + "-" + (self.startTicks() - 1);
        String foreign = "1-" + self.pid() + "-1";
        Path old = parent.resolve(job.getFileName() + "-before");
        Files.createDirectory(old);
        List<Path> removed =
                List.of(
                        Files.createFile(old.resolve("bell-" + dead + "-" + RUNTIME + "0")),
                        Files.createFile(old.resolve("pair-" + dead + "-" + RUNTIME + "1")));
        Path living = Files.createDirectory(parent.resolve(job.getFileName() + "-living"));
        List<Path> kept =
                List.of(
                        Files.createFile(
                                living.resolve("bell-" + self.text() + "-" + RUNTIME + "0")),
                        Files.createFile(living.resolve("bell-" + foreign + "-" + RUNTIME + "0")),
                        Files.createFile(living.resolve("notes.txt")));
        Path stranger = Files.createDirectory(parent.resolve("stranger"));

        SegmentFolder folder = enter();

        assertThat(removed).noneMatch(Files::exists);
        assertThat(old).doesNotExist();
        assertThat(kept).allMatch(Files::exists);
        assertThat(stranger).exists();
        folder.leave();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/etc/passwd",
        "../x",
        "notes.txt",
        "bell-1-1-1-0123456789abcdef0123456789abcdef0",
        "pair-1-1-1-fffffffffffffffffffffffffffffff00",
        "pair-1-1-1-0123456789abcdef0123456789abcdef0/../x",
        "pair-1-1-1-0123456789abcdef0123456789abcdef9",
    })
    void opensOnlyWhatThePeerHasMadeForIt(String name) throws Exception {
        SegmentFolder folder = enter();
        assertThatThrownBy(() -> folder.open("pair", RUNTIME, name, 4096, arena))
                .isInstanceOf(LinkUnavailableException.class);
        folder.leave();
    }

    @Test
    void opensNeitherALinkNorAFileOfAnotherLength() throws Exception {
        SegmentFolder folder = enter();
        Segment pair = folder.create("pair", 8192, arena);
        assertThatThrownBy(() -> folder.open("pair", RUNTIME, pair.name(), 4096, arena))
                .hasMessageContaining("length=8192 expected=4096");
        String link = pair.name() + "1";
        Files.createSymbolicLink(job.resolve(link), job.resolve(pair.name()));
        assertThatThrownBy(() -> folder.open("pair", RUNTIME, link, 8192, arena))
                .isInstanceOf(LinkUnavailableException.class)
                .hasMessageContaining("cannot be mapped");
        folder.remove(link);
        folder.leave();
    }

    /** A file system in memory of a size, for one test; needs root. */
    private Path mount(String size) throws Exception {
        Path point = Files.createDirectory(parent.resolve("small"));
        int result = command("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", point);
        assumeTrue(result == 0, "cannot mount a file system: not root");
        return point;
    }

    private static int command(Object... parts) throws Exception {
        List<String> words = Stream.of(parts).map(Object::toString).toList();
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @ParameterizedTest(name = "{0} of shared memory: bulk {1}")
    @CsvSource({"64m, up", "1m, up", "300k, none"})
    void makesABulkRingOfAFileOnlyWhereItHasRoom(String size, String bulk) throws Exception {
        Path small = mount(size);
        try (ShmPair.Side side = new ShmPair.Side(small, "test")) {
            Arena arena = Arena.ofShared();
            MemorySegment memory =
                    arena.allocate(Layout.pairLength(Layout.LEAST_CAPACITY), Layout.PAGE);
            MemorySegment bell = arena.allocate(Layout.BELL_LENGTH, 64);
            String peer = "0".repeat(32);
            ShmLink.Ends ends =
                    new ShmLink.Ends(
                            side.service.folder(),
                            arena,
                            memory,
                            false,
                            new ShmDoorbell(bell, arena, null),
                            "of a process that cannot be seen",
                            side.service.lane(
                                    peer, "bell-1-1-1-" + peer + "0", bell, memory, false),
                            peer,
                            false);
            side.link = new ShmLink(ends, side, _ -> {});
            Layout.ringHead(memory, false)
                    .set(ValueLayout.JAVA_INT, Layout.BULK_ANSWER, Layout.BULK_MAPPED);
            for (int tries = 0; !side.trySend(1, FrameHeader.FLAG_DATA, new byte[64]); tries++) {
                assertThat(tries).isLessThan(5);
            }
            assertThat(side.link.describe()).contains("bulk " + bulk);
            side.link.close();
        } finally {
            command("umount", small);
        }
    }

    @ParameterizedTest(name = "{0} of shared memory")
    @ValueSource(strings = {"64m", "1m", "400k"})
    void worksWithWhatASmallFileSystemHas(String size) throws Exception {
        Path small = mount(size);
        try (ShmPair pair = new ShmPair(small)) {
            byte[] chunk = new byte[pair.left.link.chunkLength(1 << 20)];
            int sent = 0;
            for (int tries = 0; sent < 100; tries++) {
                assertThat(tries).isLessThan(1000);
                sent += pair.left.trySend(1, FrameHeader.FLAG_DATA, chunk) ? 1 : 0;
                pair.right.pollAll();
            }
            pair.right.pollAll();
            assertThat(pair.right.payloads).hasSize(100);
            assertThat(pair.left.link.describe()).contains("bulk up");
        } finally {
            command("umount", small);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 21, 7L << 60, Long.MAX_VALUE})
    void doesNotBeginToFillWhatIsTooSmall(long length) throws Exception {
        Path small = mount("1m");
        try {
            SegmentFolder folder = SegmentFolder.enter(small, "job", RUNTIME);
            assertThatThrownBy(() -> folder.create("buffer", length, arena))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("too little shared memory");
            folder.leave();
        } finally {
            command("umount", small);
        }
    }

    @Test
    void saysHowMuchIsMissingWhenThereIsTooLittle() throws Exception {
        Path small = mount("100k");
        try (ShmPair.Side left = new ShmPair.Side(small, "test");
                ShmPair.Side right = new ShmPair.Side(small, "test")) {
            ShmPendingLink sealed = right.service.propose(right.sessionWith(left));
            byte[] notThere = PairSegmentTest.changed(sealed.message());
            assertThatThrownBy(() -> left.service.accept(left.sessionWith(right), notThere))
                    .isInstanceOf(LinkUnavailableException.class)
                    .hasMessageContaining("too little shared memory")
                    .hasMessageContaining(
                            "needed="
                                    + Math.ceilDiv(Layout.pairLength(Layout.LEAST_CAPACITY), 3)
                                            * 4);
            try (Stream<Path> files = Files.list(left.service.folder().path())) {
                assertThat(files).hasSize(2);
            }
        } finally {
            command("umount", small);
        }
    }
}
