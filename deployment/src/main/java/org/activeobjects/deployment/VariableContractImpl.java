package org.activeobjects.deployment;

import org.activeobjects.deployment.VariableContractType.Giver;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The contract that a program makes and gives to {@link PAGCMDeployment}. */
public class VariableContractImpl implements VariableContract {

    private static final class Variable {
        private final VariableContractType type;
        private final Map<Giver, String> values = new EnumMap<>(Giver.class);

        Variable(VariableContractType type) {
            this.type = type;
        }
    }

    private final Map<String, Variable> variables = new TreeMap<>();
    private boolean closed;

    /** An open contract without variables. */
    public VariableContractImpl() {}

    @Override
    public synchronized void setVariableFromProgram(
            String name, String value, VariableContractType type) {
        set(name, value, type, Giver.PROGRAM);
    }

    @Override
    public synchronized void setVariableFromProgram(
            Map<String, String> values, VariableContractType type) {
        Objects.requireNonNull(values, "the map of values of variables is null");
        values.forEach((name, value) -> set(name, value, type, Giver.PROGRAM));
    }

    @Override
    public synchronized String getValue(String name) {
        requireName(name);
        Variable variable = variables.get(name);
        if (variable == null) {
            return null;
        }
        for (Giver giver : variable.type.givers()) {
            String value = giver == Giver.PROPERTY ? property(name) : variable.values.get(giver);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        for (Map.Entry<String, Variable> entry : variables.entrySet()) {
            if (getValue(entry.getKey()) == null) {
                throw new IllegalStateException(
                        "a variable has no value: name="
                                + entry.getKey()
                                + " type="
                                + entry.getValue().type
                                + "; expected from: "
                                + entry.getValue().type.givers());
            }
        }
        closed = true;
    }

    synchronized void setFromDescriptor(String name, String value, VariableContractType type) {
        set(name, value, type, Giver.DESCRIPTOR);
    }

    synchronized List<String> names() {
        return new ArrayList<>(variables.keySet());
    }

    private void set(String name, String value, VariableContractType type, Giver giver) {
        if (closed) {
            throw new IllegalStateException(
                    "the contract is closed, its descriptors have been read: name=" + name);
        }
        requireName(name);
        Objects.requireNonNull(type, "the type of a variable is null");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a variable has a name");
        }
        Variable variable = variables.computeIfAbsent(name, ignored -> new Variable(type));
        if (variable.type != type) {
            throw new IllegalArgumentException(
                    "variable %s has two types: first=%s second=%s; program and descriptor must agree"
                            .formatted(name, variable.type, type));
        }
        if (value == null || value.isEmpty()) {
            return;
        }
        if (!type.givers().contains(giver)) {
            throw new IllegalArgumentException(
                    "the value of variable %s does not come from the %s: type=%s givers=%s"
                            .formatted(
                                    name,
                                    giver == Giver.PROGRAM ? "program" : "descriptor",
                                    type,
                                    type.givers()));
        }
        String before = variable.values.putIfAbsent(giver, value);
        if (before != null && !before.equals(value)) {
            throw new IllegalArgumentException(
                    "variable %s gets two values: first=%s second=%s"
                            .formatted(name, before, value));
        }
    }

    private static void requireName(String name) {
        Objects.requireNonNull(name, "the name of a variable is null");
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        return value == null || value.isEmpty() ? null : value;
    }
}
