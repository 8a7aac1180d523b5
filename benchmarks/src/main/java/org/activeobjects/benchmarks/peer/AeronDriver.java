package org.activeobjects.benchmarks.peer;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

import org.activeobjects.benchmarks.side.SideContext;
import org.agrona.IoUtil;

import java.io.File;
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
    public static void main(String[] args) throws IOException {
        MediaDriver.Context context =
                new MediaDriver.Context()
                        .aeronDirectoryName(CommonContext.generateRandomDirName())
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnStart(true)
                        .dirDeleteOnShutdown(true);
        try (MediaDriver driver = launch(context)) {
            // Its folder lies in /dev/shm: nothing of it stays, also after a signal.
            Runtime.getRuntime().addShutdownHook(new Thread(driver::close, "close the driver"));
            System.out.println(SideContext.LISTENING + driver.aeronDirectoryName());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** What finds too little room for its files has made its folder and some of them. */
    private static MediaDriver launch(MediaDriver.Context context) {
        try {
            return MediaDriver.launchEmbedded(context);
        } catch (Throwable e) {
            IoUtil.delete(new File(context.aeronDirectoryName()), true);
            throw e;
        }
    }
}
