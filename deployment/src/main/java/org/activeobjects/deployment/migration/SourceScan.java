package org.activeobjects.deployment.migration;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.util.TreePathScanner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Goes through one source and notes what is to be replaced, and what a person has to do. */
final class SourceScan extends TreePathScanner<Void, Void> {

    private final ParsedSource source;
    private final Counterparts counterparts;
    private final Set<String> ownTypes;
    private final Imports imports;
    private final List<Edit> edits = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> imported = new HashSet<>();
    private final Set<Tree> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private SourceScan(ParsedSource source, Counterparts counterparts, Set<String> ownTypes) {
        this.source = source;
        this.counterparts = counterparts;
        this.ownTypes = ownTypes;
        this.imports = new Imports(source, counterparts, ownTypes);
    }

    /**
     * Looks at a source that has no errors.
     *
     * @param ownTypes full names of the types that the sources themselves declare
     */
    static MigratedFile of(
            ParsedSource source, Path name, Counterparts counterparts, Set<String> ownTypes) {
        SourceScan scan = new SourceScan(source, counterparts, ownTypes);
        scan.scan(source.tree(), null);
        scan.edits.sort(Comparator.comparingInt(Edit::start));
        scan.findings.sort(Comparator.comparingInt(Finding::line));
        return new MigratedFile(name, scan.edits, scan.findings);
    }

    /** Variables that are declared together share their type and their annotations in the tree. */
    @Override
    public Void scan(Tree node, Void unused) {
        return node == null || seen.add(node) ? super.scan(node, null) : null;
    }

    /** A package of their name that is the program's own stays. */
    @Override
    public Void visitPackage(PackageTree node, Void unused) {
        return scan(node.getAnnotations(), null);
    }

    @Override
    public Void visitImport(ImportTree node, Void unused) {
        String name = Imports.name(node);
        if (!isTheirs(name)) {
            imported.add(statement(node.isStatic(), name));
        } else if (name.endsWith(".*") && !node.isStatic()) {
            importAll(node, name.substring(0, name.length() - 2));
        } else {
            importOne(node, name);
        }
        return null;
    }

    private void importOne(ImportTree node, String name) {
        String type = typeIn(name);
        if (type == null) {
            report(node, name);
            return;
        }
        Class<?> ours = counterparts.of(type).orElseThrow();
        String member = name.substring(type.length());
        String statement = statement(node.isStatic(), ours.getCanonicalName() + member);
        if (imported.add(statement)) {
            replace(node, source.end(node), statement);
        } else {
            replace(node, source.text().endOfLine(source.end(node)), "");
        }
        if (node.isStatic() && !member.equals(".*")) {
            checkMember(node, ours, type, member.substring(1));
        }
    }

    /** One import for each type that is used: our packages are cut in another way. */
    private void importAll(ImportTree node, String folder) {
        if (!counterparts.knowsPackage(folder)) {
            if (ownTypes.stream().noneMatch(type -> type.startsWith(folder + "."))) {
                report(node, folder);
            }
            return;
        }
        for (String type : imports.usedOf(folder, counterparts::isAdvice)) {
            report(node, folder + "." + type);
        }
        TreeSet<String> statements = new TreeSet<>();
        for (String type : imports.usedOf(folder, each -> counterparts.of(each).isPresent())) {
            Class<?> ours = counterparts.of(folder + "." + type).orElseThrow();
            String statement = statement(false, ours.getCanonicalName());
            if (imported.add(statement)) {
                statements.add(statement);
            }
        }
        int end = source.end(node);
        replace(
                node,
                statements.isEmpty() ? source.text().endOfLine(end) : end,
                String.join(source.text().lineBreak(), statements));
    }

    private static String statement(boolean isStatic, String name) {
        return "import " + (isStatic ? "static " : "") + name + ";";
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree node, Void unused) {
        String name = node.toString();
        if (isTheirs(name)) {
            String type = typeIn(name);
            if (type == null) {
                if (!isOwn(name)) {
                    report(node, name);
                }
                return null;
            }
            if (type.equals(name)) {
                String ours = counterparts.of(type).orElseThrow().getCanonicalName();
                replace(node, source.end(node), ours);
                return null;
            }
        }
        checkMember(node);
        return super.visitMemberSelect(node, null);
    }

    @Override
    public Void visitIdentifier(IdentifierTree node, Void unused) {
        String name = node.getName().toString();
        String theirs = imports.fullName(name);
        if (theirs != null && Positions.isType(getCurrentPath(), name)) {
            counterparts
                    .of(theirs)
                    .filter(ours -> !ours.getSimpleName().equals(name))
                    .ifPresent(ours -> replace(node, source.end(node), ours.getSimpleName()));
        }
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree node, Void unused) {
        if (node.getValue() instanceof String text) {
            text.lines()
                    .filter(line -> line.contains(Counterparts.ROOT + "."))
                    .findFirst()
                    .ifPresent(
                            line ->
                                    note(
                                            node,
                                            "a text names something of ProActive, left as it is: \""
                                                    + line.strip()
                                                    + "\""));
        }
        return null;
    }

    /**
     * Two of their exceptions are one of ours, and ours are unchecked: a second clause, or one
     * behind that of {@code RuntimeException}, would not compile.
     */
    @Override
    public Void visitTry(TryTree node, Void unused) {
        Set<String> caught = new HashSet<>();
        for (CatchTree clause : node.getCatches()) {
            for (Tree type : alternatives(clause.getParameter().getType())) {
                Optional<Class<?>> ours = ours(type);
                String name = ours.map(Class::getSimpleName).orElseGet(type::toString);
                if (ours.isPresent() && !caught.add(name)) {
                    note(clause, name + " is caught twice now: unite the clauses");
                } else if (ours.isPresent() && caught.contains("RuntimeException")) {
                    note(clause, name + " is a RuntimeException now: catch it before that");
                }
                caught.add(name);
            }
        }
        return super.visitTry(node, null);
    }

    private static List<? extends Tree> alternatives(Tree caught) {
        return caught instanceof UnionTypeTree union
                ? union.getTypeAlternatives()
                : List.of(caught);
    }

    /** A static call of a facade that has no such method. */
    private void checkMember(MemberSelectTree node) {
        String theirs = theirName(node.getExpression());
        boolean isSimple = node.getExpression() instanceof IdentifierTree;
        boolean isVariable =
                isSimple && Positions.isVariable(getCurrentPath(), node.getExpression().toString());
        if (theirs != null && !isVariable) {
            counterparts
                    .of(theirs)
                    .ifPresent(
                            ours ->
                                    checkMember(
                                            node, ours, theirs, node.getIdentifier().toString()));
        }
    }

    private void checkMember(Tree node, Class<?> ours, String theirs, String member) {
        if (!Members.has(ours, member)) {
            note(
                    node,
                    Imports.simple(theirs)
                            + "."
                            + member
                            + ": "
                            + counterparts.advice(theirs + "." + member));
        }
    }

    private Optional<Class<?>> ours(Tree type) {
        String theirs = theirName(type);
        return theirs == null ? Optional.empty() : counterparts.of(theirs);
    }

    private String theirName(Tree type) {
        return switch (type) {
            case IdentifierTree simple -> imports.fullName(simple.getName().toString());
            case MemberSelectTree full when isTheirs(full.toString()) -> full.toString();
            case null, default -> null;
        };
    }

    /** The longest front part of a name that is a type with a counterpart; null if none is. */
    private String typeIn(String name) {
        for (String part = name; isTheirs(part); part = part.substring(0, part.lastIndexOf('.'))) {
            if (!part.endsWith("*") && !isOwn(part) && counterparts.of(part).isPresent()) {
                return part;
            }
        }
        return null;
    }

    private static boolean isTheirs(String name) {
        return name.startsWith(Counterparts.ROOT + ".");
    }

    /** Whether a name is that of a type of the program, or of something in it. */
    private boolean isOwn(String name) {
        return ownTypes.stream().anyMatch(own -> name.equals(own) || name.startsWith(own + "."));
    }

    private void replace(Tree node, int end, String after) {
        int start = source.start(node);
        edits.add(
                new Edit(
                        start,
                        end,
                        source.line(node),
                        source.text().part(start, source.end(node)),
                        after));
    }

    private void report(Tree node, String name) {
        if (!isOwn(name)) {
            note(node, name + ": " + counterparts.advice(name));
        }
    }

    private void note(Tree node, String text) {
        findings.add(new Finding(source.line(node), text));
    }

    /** Names of the top-level types of a source. */
    static List<String> typesOf(ParsedSource source) {
        Tree folder = source.tree().getPackageName();
        String prefix = folder == null ? "" : folder + ".";
        List<String> names = new ArrayList<>();
        for (Tree type : source.tree().getTypeDecls()) {
            if (type instanceof ClassTree named) {
                names.add(prefix + named.getSimpleName());
            }
        }
        return Collections.unmodifiableList(names);
    }
}
