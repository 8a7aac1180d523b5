package org.activeobjects.deployment.migration;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The characters of a file, and how they are written back: in UTF-8 if the file is, else byte by
 * byte as in ISO 8859-1, as sources of those years often are. Either way no byte changes but those
 * that are replaced.
 */
final class SourceText {

    private final Path file;
    private final Charset charset;
    private final String text;

    private SourceText(Path file, Charset charset, String text) {
        this.file = file;
        this.charset = charset;
        this.text = text;
    }

    static SourceText read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return new SourceText(file, StandardCharsets.UTF_8, text);
        } catch (CharacterCodingException e) {
            Charset latin = StandardCharsets.ISO_8859_1;
            return new SourceText(file, latin, new String(bytes, latin));
        }
    }

    Path file() {
        return file;
    }

    /** What the compiler is given: it does not take a byte order mark, whose place is kept. */
    String text() {
        return text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
    }

    String part(int start, int end) {
        return text.substring(start, end);
    }

    /** The end of a line, if nothing but blanks is left of it; else the place itself. */
    int endOfLine(int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        if (text.startsWith("\r\n", at)) {
            return at + 2;
        }
        return text.startsWith("\n", at) || text.startsWith("\r", at) ? at + 1 : from;
    }

    /** The line break of this file. */
    String lineBreak() {
        boolean isOld = text.contains("\r") && !text.contains("\n");
        return text.contains("\r\n") ? "\r\n" : isOld ? "\r" : "\n";
    }

    /**
     * Writes the file with its edits, which do not overlap and are in order: beside it, and in its
     * place in one step. So nothing is lost if this process is ended meanwhile, or the disk is
     * full.
     */
    void write(List<Edit> edits) throws IOException {
        StringBuilder changed = new StringBuilder(text.length());
        int done = 0;
        for (Edit edit : edits) {
            changed.append(text, done, edit.start()).append(edit.after());
            done = edit.end();
        }
        changed.append(text, done, text.length());
        replace(file.toRealPath(), changed.toString().getBytes(charset));
    }

    private static void replace(Path place, byte[] content) throws IOException {
        Path beside = Files.createTempFile(place.getParent(), place.getFileName() + ".", ".new");
        try {
            // As it is now, with its permissions and its owner if that may be.
            Files.copy(place, beside, REPLACE_EXISTING, COPY_ATTRIBUTES);
            Files.write(beside, content);
            Files.move(beside, place, ATOMIC_MOVE, REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
