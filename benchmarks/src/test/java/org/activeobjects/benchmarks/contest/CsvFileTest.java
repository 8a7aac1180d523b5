package org.activeobjects.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.benchmarks.side.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CsvFileTest {

    @TempDir private Path folder;

    @Test
    void readsWhatItWrote() throws IOException {
        Sample uncounted =
                new Sample("x", false, Wire.TCP, Measurement.LATENCY, 8, 2, 3, 4, 5, Team.UNKNOWN);
        CsvFile file =
                new CsvFile(
                        List.of("cpu: fast", "date: today"),
                        List.of(Figures.ours(Measurement.BANDWIDTH, 64, 7, 99), uncounted));
        Path csv = folder.resolve("figures.csv");
        file.write(csv);
        assertThat(CsvFile.read(csv)).isEqualTo(file);
        assertThat(Files.readAllLines(csv))
                .containsExactly(
                        "# cpu: fast",
                        "# date: today",
                        CsvFile.HEADER,
                        "ours,true,MEMORY,bandwidth,64,1,1,7,99,198,0.0002",
                        "x,false,TCP,latency,8,2,3,4,5,,0.0006");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a,b,c",
                CsvFile.HEADER + "\nx,true,MEMORY,latency,8",
                CsvFile.HEADER + "\nx,true,PIGEON,latency,8,1,1,1,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,speed,8,1,1,1,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,latency,many,1,1,1,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,bandwidth,0,1,1,1,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,latency,8,0,1,1,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,latency,8,1,1,0,1,1,1",
                CsvFile.HEADER + "\nx,true,MEMORY,latency,8,1,1,1,0,1,1"
            })
    void namesTheFileThatIsNoneOfItsOwn(String text) throws IOException {
        Path csv = folder.resolve("other.csv");
        Files.writeString(csv, text);
        assertThatThrownBy(() -> CsvFile.read(csv))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file=" + csv);
    }

    @Test
    void describesThisHost() {
        assertThat(Machine.describe("ao bench p2p"))
                .anyMatch(line -> line.equals("command: ao bench p2p"))
                .anyMatch(line -> line.startsWith("date: 20"))
                .anyMatch(line -> line.startsWith("cpu: ") && line.endsWith(" cores"))
                .anyMatch(line -> line.startsWith("jdk: "));
    }
}
