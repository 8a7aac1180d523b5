package org.activeobjects.benchmarks.plot;

import org.activeobjects.benchmarks.contest.CsvFile;
import org.activeobjects.benchmarks.contest.Samples;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.deployment.command.ExitCodes;
import org.activeobjects.deployment.error.EnvironmentException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Draws results. */
@Command(
        name = "plot",
        mixinStandardHelpOptions = true,
        description = {
            "Draws the medians of a file of 'ao bench p2p --csv' as a PNG.",
            "A row per wire, a panel per test, against the size of a message, all axes logarithmic."
        },
        footerHeading = "%nExample:%n",
        footer = "  ao bench plot p2p.csv p2p.png --wire memory")
public final class PlotCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "CSV", description = "The results.")
    private Path csv;

    @Parameters(index = "1", paramLabel = "PNG", description = "The picture; replaced.")
    private Path png;

    @Option(
            names = "--wire",
            paramLabel = "jvm|memory|tcp",
            split = ",",
            description = "Rows of the picture (default: all for which there are results).")
    private List<String> wires = new ArrayList<>();

    /** A command with its defaults, for picocli to fill. */
    public PlotCommand() {}

    @Override
    public Integer call() {
        List<Wire> rows =
                wires.isEmpty()
                        ? List.of(Wire.values())
                        : wires.stream().map(PlotCommand::parse).toList();
        List<Panel> panels = panels(read(), rows);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to draw: file="
                            + csv
                            + " wires="
                            + rows
                            + "; leave --wire out, or measure more with 'ao bench p2p --csv'");
        }
        // Or a display that DISPLAY names, and that is gone, would be looked for.
        System.setProperty("java.awt.headless", "true");
        try {
            new Picture(panels).write(png);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the picture cannot be written: file="
                            + png
                            + " reason="
                            + e
                            + "; name another file",
                    e);
        }
        return ExitCodes.OK;
    }

    private Samples read() {
        if (!Files.isRegularFile(csv)) {
            throw new IllegalArgumentException(
                    "there is no such file: file=%s workingDirectory=%s; make one with 'ao bench p2p --csv FILE'"
                            .formatted(csv, Path.of("").toAbsolutePath()));
        }
        try {
            return new Samples(CsvFile.read(csv).samples());
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the results cannot be read: file="
                            + csv
                            + " reason="
                            + e
                            + "; make the file readable",
                    e);
        }
    }

    private static List<Panel> panels(Samples samples, List<Wire> rows) {
        List<Panel> panels = new ArrayList<>();
        for (Wire wire : rows) {
            for (Measurement measurement : Measurement.values()) {
                Panel panel = Panel.of(samples, wire, measurement);
                if (!panel.samples().programs().isEmpty()) {
                    panels.add(panel);
                }
            }
        }
        return panels;
    }

    private static Wire parse(String text) {
        return Arrays.stream(Wire.values())
                .filter(wire -> wire.name().toLowerCase(Locale.ROOT).equals(text.strip()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "unknown wire: --wire="
                                                + text
                                                + "; known: jvm, memory, tcp"));
    }
}
