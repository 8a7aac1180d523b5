package org.activeobjects.deployment.migration;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.util.TreeScanner;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the simple names of a source stand for, as far as they are imported from ProActive and the
 * source declares no type of that name itself.
 */
final class Imports {

    private final Map<String, String> single = new HashMap<>();
    private final NavigableSet<String> used = new TreeSet<>();
    private final Set<String> declared = new TreeSet<>();

    Imports(ParsedSource source, Counterparts counterparts) {
        source.tree().getTypeDecls().forEach(type -> type.accept(new Names(), null));
        source.tree().getImports().stream()
                .filter(each -> !each.isStatic())
                .forEach(each -> add(name(each), counterparts));
        declared.forEach(single::remove);
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

    /** Types of a package that the source uses by their simple names, in order. */
    NavigableSet<String> usedOf(String folder, Predicate<String> fullName) {
        NavigableSet<String> types = new TreeSet<>();
        for (String name : used) {
            if (!declared.contains(name) && fullName.test(folder + "." + name)) {
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
