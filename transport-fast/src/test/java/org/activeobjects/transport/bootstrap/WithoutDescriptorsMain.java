package org.activeobjects.transport.bootstrap;

import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.error.TransportException;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;

/** Opens a transport while this process has no descriptors left, and then again. */
public final class WithoutDescriptorsMain {

    private WithoutDescriptorsMain() {}

    public static void main(String[] args) throws IOException {
        TransportConfig config = TransportConfig.defaults().withLinks("local");
        Transport.open(config).close(); // classes take descriptors, too
        ArrayDeque<FileInputStream> taken = new ArrayDeque<>();
        try {
            while (true) {
                taken.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            System.out.println("taken " + taken.size());
        }
        try (Transport opened = Transport.open(config)) {
            System.out.println("opened " + opened.card());
        } catch (TransportException e) {
            System.out.println("refused: " + e.getMessage());
        }
        while (!taken.isEmpty()) {
            taken.pop().close();
        }
        Transport.open(config).close();
        System.out.println("DONE");
    }
}
