package org.activeobjects.deployment.migration;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the simple names of a source stand for, as far as they are imported from ProActive and the
 * source declares no type of that name itself. A package import gives way to a single one and to
 * the other types of the source's package, as it does in the language.
 */
final class Imports {

    private final Map<String, String> single = new HashMap<>();
    private final NavigableSet<String> used = new TreeSet<>();
    private final Set<String> declared = new TreeSet<>();
    private final Set<String> nearer = new TreeSet<>();

    Imports(ParsedSource source, Counterparts counterparts, Set<String> ownTypes) {
        CompilationUnitTree tree = source.tree();
        Names names = new Names();
        if (tree.getPackage() != null) {
            names.scan(tree.getPackage().getAnnotations(), null);
        }
        names.scan(tree.getTypeDecls(), null);
        List<String> imported =
                tree.getImports().stream()
                        .filter(each -> !each.isStatic())
                        .map(Imports::name)
                        .toList();
        imported.forEach(name -> nearer.add(simple(name)));
        nearer.addAll(neighbours(tree.getPackageName(), ownTypes));
        imported.forEach(name -> add(name, counterparts));
        declared.forEach(single::remove);
    }

    /** Simple names of the program's types in a package; {@code null} for the unnamed one. */
    private static List<String> neighbours(Tree folder, Set<String> ownTypes) {
        String prefix = folder == null ? "" : folder + ".";
        return ownTypes.stream()
                .filter(type -> type.equals(prefix + simple(type)))
                .map(Imports::simple)
                .toList();
    }

    private void add(String name, Counterparts counterparts) {
        if (!name.startsWith(Counterparts.ROOT + ".")) {
            return;
        }
        if (!name.endsWith(".*")) {
            single.put(simple(name), name);
            return;
        }
        String folder = name.substring(0, name.length() - 2);
        for (String type : usedOf(folder, each -> counterparts.of(each).isPresent())) {
            single.putIfAbsent(type, folder + "." + type);
        }
    }

    /** Types that a package import stands for, by the simple names that are used, in order. */
    NavigableSet<String> usedOf(String folder, Predicate<String> fullName) {
        NavigableSet<String> types = new TreeSet<>();
        for (String name : used) {
            boolean isNearer = declared.contains(name) || nearer.contains(name);
            if (!isNearer && fullName.test(folder + "." + name)) {
                types.add(name);
            }
        }
        return types;
    }

    /** Their full name for a simple one; null if it is not theirs. */
    String fullName(String simpleName) {
        return single.get(simpleName);
    }

    static String name(ImportTree tree) {
        return tree.getQualifiedIdentifier().toString();
    }

    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Collects the names that could be types, and the types that are declared. */
    private final class Names extends TreeScanner<Void, Void> {

        @Override
        public Void visitIdentifier(IdentifierTree node, Void unused) {
            used.add(node.getName().toString());
            return null;
        }

        @Override
        public Void visitClass(ClassTree node, Void unused) {
            declared.add(node.getSimpleName().toString());
            return super.visitClass(node, null);
        }
    }
}
