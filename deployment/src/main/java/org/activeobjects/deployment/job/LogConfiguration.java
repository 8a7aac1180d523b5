package org.activeobjects.deployment.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** Whether a class path brings a configuration of Log4j. */
final class LogConfiguration {

    private static final Pattern NAME =
            Pattern.compile("log4j2(-test)?\\.(xml|properties|json|jsn|ya?ml)");

    private LogConfiguration() {}

    static boolean isIn(List<Path> classPath) {
        return classPath.stream().anyMatch(LogConfiguration::isIn);
    }

    private static boolean isIn(Path entry) {
        try {
            return Files.isDirectory(entry) ? isInFolder(entry) : isInJar(entry);
        } catch (IOException e) {
            // The JVM will find nothing there either.
            return false;
        }
    }

    private static boolean isInFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "log4j2*")) {
            for (Path file : files) {
                if (NAME.matcher(file.getFileName().toString()).matches()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isInJar(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            return false;
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> NAME.matcher(entry.getName()).matches());
        }
    }
}
