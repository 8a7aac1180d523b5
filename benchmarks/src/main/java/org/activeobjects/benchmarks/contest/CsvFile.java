package org.activeobjects.benchmarks.contest;

import org.activeobjects.benchmarks.side.Measurement;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The file of raw samples: comments that say where they come from, a header, and one row per run.
 *
 * @param comments lines without the sign of a comment
 * @param samples one per row
 */
public record CsvFile(List<String> comments, List<Sample> samples) {

    static final String HEADER =
            "program,ours,wire,measurement,bytes,pairs,round,iterations,ns,cpu_ns,us_per_message";

    private static final String COMMENT = "# ";

    /** The lists are copied. */
    public CsvFile {
        comments = List.copyOf(comments);
        samples = List.copyOf(samples);
    }

    /**
     * Writes the file.
     *
     * @param file where; replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        Files.write(file, lines());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        comments.forEach(comment -> lines.add(COMMENT + comment));
        lines.add(HEADER);
        samples.forEach(sample -> lines.add(row(sample)));
        return lines;
    }

    private static String row(Sample sample) {
        return String.join(
                ",",
                sample.program(),
                Boolean.toString(sample.ours()),
                sample.wire().name(),
                sample.measurement().label(),
                Integer.toString(sample.bytes()),
                Integer.toString(sample.pairs()),
                Integer.toString(sample.round()),
                Long.toString(sample.iterations()),
                Long.toString(sample.ns()),
                sample.cpuNs() == Team.UNKNOWN ? "" : Long.toString(sample.cpuNs()),
                String.format(Locale.ROOT, "%.4f", sample.us()));
    }

    /**
     * Reads a file.
     *
     * @param file written by {@link #write}
     * @return what it holds
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if a line is none of such a file; the message names it
     */
    public static CsvFile read(Path file) throws IOException {
        List<String> comments = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        boolean begun = false;
        for (String line : linesOf(file)) {
            if (line.startsWith(COMMENT)) {
                comments.add(line.substring(COMMENT.length()));
            } else if (!begun) {
                require(line.equals(HEADER), file, line);
                begun = true;
            } else {
                samples.add(sample(file, line));
            }
        }
        require(begun, file, "");
        return new CsvFile(comments, samples);
    }

    private static List<String> linesOf(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(fault(file, "(not text)"), e);
        }
    }

    private static Sample sample(Path file, String line) {
        String[] cells = line.split(",", -1);
        require(cells.length == HEADER.split(",").length, file, line);
        Sample sample = parse(file, line, cells);
        require(sample.isOfARun(), file, line);
        return sample;
    }

    private static Sample parse(Path file, String line, String... cells) {
        try {
            return new Sample(
                    cells[0],
                    Boolean.parseBoolean(cells[1]),
                    Wire.valueOf(cells[2]),
                    Measurement.valueOf(cells[3].toUpperCase(Locale.ROOT)),
                    Integer.parseInt(cells[4]),
                    Integer.parseInt(cells[5]),
                    Integer.parseInt(cells[6]),
                    Long.parseLong(cells[7]),
                    Long.parseLong(cells[8]),
                    cells[9].isEmpty() ? Team.UNKNOWN : Long.parseLong(cells[9]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(fault(file, line), e);
        }
    }

    private static void require(boolean good, Path file, String line) {
        if (!good) {
            throw new IllegalArgumentException(fault(file, line));
        }
    }

    private static String fault(Path file, String line) {
        return "not a file of 'ao bench p2p --csv': file="
                + file
                + " line=\""
                + line
                + "\"; columns are "
                + Arrays.toString(HEADER.split(","));
    }
}
