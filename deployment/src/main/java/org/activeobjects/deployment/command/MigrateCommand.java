package org.activeobjects.deployment.command;

import org.activeobjects.deployment.migration.Edit;
import org.activeobjects.deployment.migration.Finding;
import org.activeobjects.deployment.migration.MigratedFile;
import org.activeobjects.deployment.migration.Migration;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code ao migrate}: brings sources over from ProActive. */
@Command(
        name = "migrate",
        mixinStandardHelpOptions = true,
        description = {
            "Brings Java sources written for ProActive over to ActiveObjects.",
            "",
            "Imports and names are rewritten in place, and nothing else; what has no counterpart is"
                    + " listed with file and line and left as it is. To run it again is harmless."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Done; what is left to do by hand is listed.",
            "1:A file could not be read or written.",
            "2:The command line is wrong, or there is no such folder."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ao migrate --dry-run src/main/java", "  ao migrate src"})
final class MigrateCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "FOLDER",
            description =
                    "Folder with Java sources, looked through with its sub-folders; or a file.")
    private Path folder;

    @Option(names = "--dry-run", description = "Only say what would be done.")
    private boolean dryRun;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Migration migration = Migration.of(folder);
        if (!dryRun) {
            migration.write();
        }
        PrintWriter out = spec.commandLine().getOut();
        int changed = 0;
        int open = 0;
        for (MigratedFile file : migration.files()) {
            file.edits().forEach(edit -> out.println(line(file, edit)));
            changed += file.edits().isEmpty() ? 0 : 1;
        }
        for (MigratedFile file : migration.files()) {
            for (Finding finding : file.findings()) {
                out.println(
                        "%s:%s: by hand: %s"
                                .formatted(file.path(), finding.line(), finding.text()));
                open++;
            }
        }
        out.println(
                "%s of %s files %s; left to be done by hand: %s"
                        .formatted(
                                changed,
                                migration.files().size(),
                                dryRun ? "would change" : "changed",
                                open));
        out.flush();
        return ExitCodes.OK;
    }

    private static String line(MigratedFile file, Edit edit) {
        String after = edit.after().replaceAll("\\R", " ");
        return "%s:%s: %s -> %s"
                .formatted(
                        file.path(),
                        edit.line(),
                        edit.before(),
                        after.isEmpty() ? "(removed)" : after);
    }
}
