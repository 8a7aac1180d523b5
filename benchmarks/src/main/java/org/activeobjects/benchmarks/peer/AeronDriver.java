package org.activeobjects.benchmarks.peer;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

import org.activeobjects.benchmarks.side.SideContext;

import java.io.IOException;
import java.io.OutputStream;

/** The media driver that Aeron's clients share, in a process of its own. */
public final class AeronDriver {

    private AeronDriver() {}

    /**
     * Runs it until the standard input ends.
     *
     * @param args none
     * @throws IOException if the standard input cannot be read
     */
    @SuppressWarnings("SystemOut") // tells where it is
    public static void main(String[] args) throws IOException {
        MediaDriver.Context context =
                new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnStart(true)
                        .dirDeleteOnShutdown(true);
        try (MediaDriver driver = MediaDriver.launchEmbedded(context)) {
            // Its folder lies in /dev/shm: nothing of it stays, also after a signal.
            Runtime.getRuntime().addShutdownHook(new Thread(driver::close, "close the driver"));
            System.out.println(SideContext.LISTENING + driver.aeronDirectoryName());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
