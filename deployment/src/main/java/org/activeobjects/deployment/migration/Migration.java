package org.activeobjects.deployment.migration;

import org.activeobjects.deployment.error.DeploymentException;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Brings the Java sources of a folder over from ProActive. Files are looked at first, all of them,
 * and written after that; one that cannot be parsed stays as it is and is reported. Done twice, the
 * second time changes nothing.
 *
 * <p><b>Threading:</b> used by one thread.
 */
public final class Migration {

    private final Path folder;
    private final List<Looked> looked = new ArrayList<>();

    /** A source, and what there is to do in it. */
    private record Looked(SourceText text, MigratedFile file) {}

    private Migration(Path folder) {
        this.folder = folder;
    }

    /**
     * Looks at all sources of a folder and its sub-folders; hidden ones and links in it are passed
     * by.
     *
     * @param folder a folder, or one source file, or a link to either
     * @return what there is to do; nothing is written yet
     * @throws IllegalArgumentException if there is no such folder, or the file is no Java source
     * @throws DeploymentException if the folder or a file cannot be read
     */
    public static Migration of(Path folder) {
        Objects.requireNonNull(folder, "the folder to migrate is null");
        if (!Files.exists(folder)) {
            throw new IllegalArgumentException(
                    "there is no such folder: path=%s workingDirectory=%s; correct the path"
                            .formatted(folder, Path.of("").toAbsolutePath()));
        }
        if (Files.isRegularFile(folder) && !isSource(folder)) {
            throw new IllegalArgumentException(
                    "not a Java source: path="
                            + folder
                            + "; give a file whose name ends with .java, or a folder");
        }
        Migration migration = new Migration(withoutLinks(folder));
        List<ParsedSource> sources = migration.parse();
        Set<String> ownTypes = new HashSet<>();
        sources.forEach(source -> ownTypes.addAll(SourceScan.typesOf(source)));
        Counterparts counterparts = new Counterparts();
        for (ParsedSource source : sources) {
            migration.look(source, counterparts, ownTypes);
        }
        return migration;
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java");
    }

    private static Path withoutLinks(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static DeploymentException unreadable(IOException e) {
        return new DeploymentException(
                "cannot read the sources, nothing was changed: cause="
                        + e
                        + "; make the file or folder readable, or move it away",
                e);
    }

    private void look(ParsedSource source, Counterparts counterparts, Set<String> ownTypes) {
        Path name = nameOf(source.text().file());
        MigratedFile file =
                source.errors().isEmpty()
                        ? SourceScan.of(source, name, counterparts, ownTypes)
                        : new MigratedFile(name, List.of(), source.errors());
        looked.add(new Looked(source.text(), file));
    }

    private Path nameOf(Path file) {
        return Files.isDirectory(folder) ? folder.relativize(file) : file.getFileName();
    }

    private List<ParsedSource> parse() {
        List<ParsedSource> sources = new ArrayList<>();
        try {
            for (Path file : javaFiles()) {
                sources.add(ParsedSource.of(SourceText.read(file)));
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return sources;
    }

    private List<Path> javaFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path each, BasicFileAttributes attributes) throws IOException {
                        boolean hidden = !each.equals(folder) && Files.isHidden(each);
                        return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && isSource(each)) {
                            found.add(each);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        found.sort(Comparator.naturalOrder());
        return found;
    }

    /**
     * All sources that were looked at.
     *
     * @return in the order of their names
     */
    public List<MigratedFile> files() {
        return looked.stream().map(Looked::file).toList();
    }

    /**
     * Writes the files that change.
     *
     * @throws DeploymentException if one of them is write-protected or gone, and none is written
     *     then; or if one cannot be written for another reason: those before it are written, and to
     *     do it all once more is safe
     */
    public void write() {
        List<Looked> changing =
                looked.stream().filter(each -> !each.file.edits().isEmpty()).toList();
        List<Path> refused =
                changing.stream()
                        .map(each -> each.text.file())
                        .filter(file -> !Files.isWritable(file))
                        .toList();
        if (!refused.isEmpty()) {
            throw new DeploymentException(
                    "cannot write, nothing was changed: files="
                            + refused
                            + "; make them writable, check them out or move them away");
        }
        changing.forEach(Migration::write);
    }

    private static void write(Looked each) {
        try {
            each.text.write(each.file.edits());
        } catch (IOException e) {
            throw new DeploymentException(
                    "cannot write: file=" + each.text.file() + ", cause=" + e, e);
        }
    }
}
