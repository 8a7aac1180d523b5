package org.activeobjects.deployment.migration;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;

import java.util.concurrent.atomic.AtomicBoolean;

/** Tells names of types from those of variables and methods, by where they stand. */
final class Positions {

    private Positions() {}

    /** Whether a simple name is that of a type. */
    static boolean isType(TreePath name, String text) {
        Tree node = name.getLeaf();
        return switch (name.getParentPath().getLeaf()) {
            case VariableTree variable -> variable.getType() == node;
            case MethodTree method -> method.getDefaultValue() != node;
            case NewClassTree made ->
                    made.getIdentifier() == node || made.getTypeArguments().contains(node);
            case NewArrayTree array -> array.getType() == node;
            case TypeCastTree cast -> cast.getType() == node;
            case InstanceOfTree test -> test.getType() == node;
            case DeconstructionPatternTree pattern -> pattern.getDeconstructor() == node;
            case MethodInvocationTree call -> call.getTypeArguments().contains(node);
            case AnnotationTree annotation -> annotation.getAnnotationType() == node;
            case MemberReferenceTree reference ->
                    reference.getQualifierExpression() != node || !isVariable(name, text);
            case MemberSelectTree select -> !isVariable(name, text);
            case Tree parent -> isMadeOfTypes(parent);
        };
    }

    private static boolean isMadeOfTypes(Tree parent) {
        return switch (parent.getKind()) {
            case CLASS,
                    INTERFACE,
                    ENUM,
                    RECORD,
                    ANNOTATION_TYPE,
                    TYPE_PARAMETER,
                    PARAMETERIZED_TYPE,
                    ARRAY_TYPE,
                    UNION_TYPE,
                    INTERSECTION_TYPE,
                    ANNOTATED_TYPE,
                    EXTENDS_WILDCARD,
                    SUPER_WILDCARD ->
                    true;
            default -> false;
        };
    }

    /**
     * Whether a variable of a name hides the type: a field of a class around, or whatever the
     * member of the class that the place is in declares.
     */
    static boolean isVariable(TreePath place, String name) {
        Tree member = null;
        for (TreePath path = place; path != null; path = path.getParentPath()) {
            if (path.getLeaf() instanceof ClassTree around) {
                boolean isField =
                        around.getMembers().stream()
                                .anyMatch(each -> each instanceof VariableTree v && isOf(v, name));
                if (isField || member != null && declares(member, name)) {
                    return true;
                }
            }
            member = path.getLeaf();
        }
        return false;
    }

    private static boolean declares(Tree member, String name) {
        AtomicBoolean found = new AtomicBoolean();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree node, Void unused) {
                found.compareAndSet(false, isOf(node, name));
                return super.visitVariable(node, null);
            }
        }.scan(member, null);
        return found.get();
    }

    private static boolean isOf(VariableTree variable, String name) {
        return variable.getName() != null && variable.getName().contentEquals(name);
    }
}
