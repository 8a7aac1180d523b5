package org.activeobjects.deployment.migration;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;

import org.activeobjects.deployment.error.EnvironmentException;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A source with the tree the compiler makes of it. Only its grammar is looked at: what it imports
 * needs not be there.
 *
 * @param text the characters
 * @param tree the syntax tree; incomplete if there are errors
 * @param positions where the parts of the tree are in the characters
 * @param errors what the compiler does not understand; empty if all is well
 */
record ParsedSource(
        SourceText text,
        CompilationUnitTree tree,
        SourcePositions positions,
        List<Finding> errors) {

    /** Today's language first; then that of Java 8, where {@code _} and {@code var} are names. */
    private static final List<List<String>> LANGUAGES =
            List.of(List.of(), List.of("-source", "8", "-Xlint:-options"));

    static ParsedSource of(SourceText text) {
        ParsedSource first = null;
        for (List<String> language : LANGUAGES) {
            ParsedSource source = parse(text, language);
            if (source.errors.isEmpty()) {
                return source;
            }
            first = first == null ? source : first;
        }
        return first;
    }

    private static ParsedSource parse(SourceText text, List<String> language) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new EnvironmentException(
                    "this Java has no compiler, whose parser is needed: java.home="
                            + System.getProperty("java.home")
                            + "; run it with a JDK");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task =
                (JavacTask)
                        compiler.getTask(
                                null, null, problems, options(language), null, List.of(unit(text)));
        try {
            CompilationUnitTree tree = task.parse().iterator().next();
            List<Finding> errors =
                    problems.getDiagnostics().stream()
                            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                            .map(ParsedSource::finding)
                            .toList();
            return new ParsedSource(text, tree, Trees.instance(task).getSourcePositions(), errors);
        } catch (IOException e) {
            throw new AssertionError("the characters are in memory", e);
        }
    }

    private static List<String> options(List<String> language) {
        return language.isEmpty()
                ? List.of("-proc:none")
                : List.of("-proc:none", language.get(0), language.get(1), language.get(2));
    }

    private static Finding finding(Diagnostic<?> problem) {
        return new Finding(
                (int) Math.max(1, problem.getLineNumber()),
                "cannot be parsed, left as it is: " + problem.getMessage(Locale.ROOT));
    }

    private static JavaFileObject unit(SourceText text) {
        return new SimpleJavaFileObject(text.file().toUri(), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text.text();
            }
        };
    }

    int start(Tree part) {
        return (int) positions.getStartPosition(tree, part);
    }

    int end(Tree part) {
        return (int) positions.getEndPosition(tree, part);
    }

    int line(Tree part) {
        return (int) tree.getLineMap().getLineNumber(start(part));
    }
}
