package org.activeobjects.benchmarks.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.activeobjects.benchmarks.contest.CsvFile;
import org.activeobjects.benchmarks.contest.Sample;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.side.Measurement;
import org.activeobjects.deployment.command.Ao;
import org.activeobjects.deployment.command.ExitCodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;

@Tag("system")
@Timeout(60)
class PlotSystemTest {

    @TempDir private Path folder;
    private final StringWriter err = new StringWriter();
    private Path csv;
    private Path png;

    @BeforeEach
    void writeResults() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Measurement measurement : Measurement.values()) {
            for (int bytes = 8; bytes <= 1 << 20; bytes *= 8) {
                samples.add(sample("ours", true, Wire.MEMORY, measurement, bytes, 100 + bytes));
                samples.add(sample("theirs", false, Wire.MEMORY, measurement, bytes, 200 + bytes));
            }
        }
        samples.add(sample("netty", true, Wire.TCP, Measurement.LATENCY, 8, 5000));
        csv = folder.resolve("results.csv");
        png = folder.resolve("results.png");
        new CsvFile(List.of("for a test"), samples).write(csv);
    }

    private static Sample sample(
            String program, boolean ours, Wire wire, Measurement measurement, int bytes, long ns) {
        return new Sample(program, ours, wire, measurement, bytes, 1, 1, 1, ns, ns);
    }

    private int ao(String... args) {
        CommandLine line = Ao.commandLine();
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private static void assumeFonts() {
        assumeTrue(
                hasFonts(), "no fonts on this host: apt-get install fontconfig fonts-dejavu-core");
    }

    private static boolean hasFonts() {
        try {
            return GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts().length > 0;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    @Test
    void drawsARowPerWireAndAPanelPerTest() throws IOException {
        assumeFonts();
        assertThat(ao("bench", "plot", csv.toString(), png.toString()))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        BufferedImage all = ImageIO.read(png.toFile());
        assertThat(all).isNotNull();

        ao("bench", "plot", csv.toString(), png.toString(), "--wire", "tcp");
        BufferedImage one = ImageIO.read(png.toFile());
        assertThat(all.getWidth()).isEqualTo(3 * one.getWidth());
        assertThat(all.getHeight()).isEqualTo(2 * one.getHeight());
    }

    @Test
    void refusesAFileWithoutResults() throws IOException {
        Files.writeString(csv, "no results\n");
        assertThat(ao("bench", "plot", csv.toString(), png.toString())).isNotZero();
        assertThat(err.toString()).contains("file=" + csv).hasLineCount(1);
        assertThat(png).doesNotExist();
    }

    @Test
    void refusesAFileThatIsNoText() throws IOException {
        Files.write(csv, new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
        assertThat(ao("bench", "plot", csv.toString(), png.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("not a file of 'ao bench p2p --csv': file=" + csv + " line=\"(not text)")
                .hasLineCount(1);
    }

    @Test
    void refusesAFileThatIsNotThere() {
        Path none = folder.resolve("none.csv");
        assertThat(ao("bench", "plot", none.toString(), png.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("there is no such file: file=" + none + " workingDirectory=")
                .contains("; make one with 'ao bench p2p --csv FILE'")
                .hasLineCount(1);
    }

    @Test
    void saysWhyAPictureCannotBeWritten() {
        assumeFonts();
        Path nowhere = folder.resolve("no/such.png");
        assertThat(ao("bench", "plot", csv.toString(), nowhere.toString()))
                .isEqualTo(ExitCodes.ENVIRONMENT);
        assertThat(err.toString())
                .contains("the picture cannot be written: file=" + nowhere + " reason=")
                .contains("NoSuchFileException")
                .hasLineCount(1);
    }

    @Test
    void refusesAWireThatIsNone() {
        assertThat(ao("bench", "plot", csv.toString(), png.toString(), "--wire", "string"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("--wire=string").hasLineCount(1);
    }

    @Test
    void tellsThatThereIsNothingToDraw() {
        assertThat(ao("bench", "plot", csv.toString(), png.toString(), "--wire", "jvm"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains("nothing to draw: file=" + csv)
                .contains("; leave --wire out, or measure more");
    }
}
