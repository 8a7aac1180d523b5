package org.activeobjects.internal.multiactive;

import org.activeobjects.annotation.multiactivity.Compatible;
import org.activeobjects.annotation.multiactivity.DefineGroups;
import org.activeobjects.annotation.multiactivity.DefinePriorities;
import org.activeobjects.annotation.multiactivity.DefineRules;
import org.activeobjects.annotation.multiactivity.DefineThreadConfig;
import org.activeobjects.annotation.multiactivity.Group;
import org.activeobjects.annotation.multiactivity.MemberOf;
import org.activeobjects.annotation.multiactivity.PriorityOrder;
import org.activeobjects.annotation.multiactivity.PrioritySet;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.internal.multiactive.Condition.TypeNames;
import org.activeobjects.internal.multiactive.Rules.Member;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the annotations of a class, and collects what is wrong with them.
 *
 * <p><b>Threading:</b> used by one thread; what it has read is immutable.
 */
final class RuleReader {

    private final Class<?> type;
    private final List<Class<?>> lineage = new ArrayList<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private final List<Class<?>> parameters = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Rules rules;

    RuleReader(Class<?> type) {
        this.type = type;
        collectLineage(type);
        readGroups();
        List<Member> members = readMembers();
        rules = groups.isEmpty() && faults.isEmpty() ? null : read(members);
    }

    /** The rules; null if there are none. */
    Rules rules() {
        if (!faults.isEmpty()) {
            throw new ActiveObjectCreationException(
                    "annotations of a multi-active object make no sense: class="
                            + type.getName()
                            + faults.stream()
                                    .collect(
                                            java.util.stream.Collectors.joining(
                                                    "\n    ", "\n    ", "")));
        }
        return rules;
    }

    private void collectLineage(Class<?> from) {
        if (from != null && from != Object.class && !lineage.contains(from)) {
            lineage.add(from);
            collectLineage(from.getSuperclass());
            for (Class<?> implemented : from.getInterfaces()) {
                collectLineage(implemented);
            }
        }
    }

    private <A extends Annotation> Stream<A> all(Class<A> kind) {
        return lineage.stream()
                .map(owner -> owner.getDeclaredAnnotation(kind))
                .filter(found -> found != null);
    }

    private void readGroups() {
        all(DefineGroups.class).flatMap(found -> Arrays.stream(found.value())).forEach(this::add);
    }

    private void add(Group group) {
        if (numbers.putIfAbsent(group.name(), groups.size()) != null) {
            faults.add("two groups have the name '" + group.name() + "'");
            return;
        }
        groups.add(group);
        Class<?> parameter =
                group.parameter().isEmpty() ? null : TypeNames.load(group.parameter(), type);
        if (parameter == null && !group.parameter().isEmpty()) {
            faults.add(named(group) + " names a parameter of no known class: " + group.parameter());
        }
        parameters.add(parameter);
        if (group.minThreads() < 0
                || group.maxThreads() < 1
                || group.minThreads() > group.maxThreads()) {
            faults.add(
                    named(group)
                            + " has impossible limits: minThreads="
                            + group.minThreads()
                            + " maxThreads="
                            + group.maxThreads());
        }
    }

    private static String named(Group group) {
        return "group '" + group.name() + "'";
    }

    private int number(String name, String where) {
        Integer number = numbers.get(name);
        if (number == null) {
            faults.add(where + " names a group that is not defined: '" + name + "'");
            return -1;
        }
        return number;
    }

    /** The methods with a group; of those that override each other the nearest comes first. */
    private List<Member> readMembers() {
        List<Member> members = new ArrayList<>();
        for (Class<?> owner : lineage) {
            for (Method method : owner.getDeclaredMethods()) {
                MemberOf said = method.getAnnotation(MemberOf.class);
                Method meant = method.isBridge() ? bridged(method) : method;
                if (said != null && meant != null) {
                    String where = "@MemberOf of " + method.getName();
                    int group = number(said.value(), where);
                    if (group >= 0) {
                        int position = parameterOf(meant, group, where);
                        members.add(
                                new Member(
                                        method.getName(),
                                        List.of(method.getParameterTypes()),
                                        group,
                                        position));
                    }
                }
            }
        }
        return members;
    }

    /** The method of the same class that a bridge leads to; null if another class has it. */
    private static Method bridged(Method bridge) {
        Class<?>[] from = bridge.getParameterTypes();
        return Arrays.stream(bridge.getDeclaringClass().getDeclaredMethods())
                .filter(method -> !method.isBridge() && method.getName().equals(bridge.getName()))
                .filter(method -> isWithin(method.getParameterTypes(), from))
                .filter(method -> bridge.getReturnType().isAssignableFrom(method.getReturnType()))
                .findFirst()
                .orElse(null);
    }

    private static boolean isWithin(Class<?>[] types, Class<?>[] from) {
        return types.length == from.length
                && IntStream.range(0, types.length)
                        .allMatch(i -> from[i].isAssignableFrom(types[i]));
    }

    /** Position of the parameter that the conditions of a group look at; -1 for none. */
    private int parameterOf(Method method, int group, String where) {
        List<Class<?>> types = List.of(method.getParameterTypes());
        Class<?> wanted = parameters.get(group);
        int position = wanted == null ? -1 : 0;
        while (wanted != null
                && position < types.size()
                && !TypeNames.wrap(wanted).isAssignableFrom(TypeNames.wrap(types.get(position)))) {
            position++;
        }
        if (position == types.size() && wanted != null) {
            faults.add(where + " has no parameter of its group's type " + wanted.getName());
        }
        return position;
    }

    private Rules read(List<Member> members) {
        int count = groups.size() + 1;
        Condition[][] table = new Condition[count][count];
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            if (group.selfCompatible()) {
                table[i][i] = condition(group.condition(), i, i, "@Group " + group.name());
            } else if (!group.condition().isEmpty()) {
                faults.add(named(group) + " has a condition and is not self compatible");
            }
        }
        all(DefineRules.class)
                .flatMap(found -> Arrays.stream(found.value()))
                .forEach(rule -> apply(rule, table));
        int[] min = new int[count];
        int[] max = new int[count];
        Arrays.fill(max, Integer.MAX_VALUE);
        for (int i = 0; i < groups.size(); i++) {
            min[i] = groups.get(i).minThreads();
            max[i] = groups.get(i).maxThreads();
        }
        return new Rules(table, ranks(count), min, max, limits(min), List.copyOf(members));
    }

    private void apply(Compatible rule, Condition[][] table) {
        String where = "@Compatible " + Arrays.toString(rule.value());
        List<Integer> named = new ArrayList<>();
        for (String name : rule.value()) {
            int number = number(name, where);
            if (number >= 0) {
                named.add(number);
            }
        }
        if (rule.value().length < 2) {
            faults.add(where + " has to name two groups at least");
        }
        for (int i = 0; i < named.size(); i++) {
            for (int j = i + 1; j < named.size(); j++) {
                int one = named.get(i);
                int other = named.get(j);
                if (one == other) {
                    faults.add(where + " names a group twice; see Group.selfCompatible");
                    continue;
                }
                Condition condition = condition(rule.condition(), one, other, where);
                table[one][other] = condition;
                table[other][one] = condition;
            }
        }
    }

    private Condition condition(String text, int one, int other, String where) {
        List<Class<?>> given =
                Stream.of(parameters.get(one), parameters.get(other))
                        .filter(parameter -> parameter != null)
                        .<Class<?>>map(parameter -> parameter)
                        .toList();
        try {
            return Condition.of(text, type, given, one);
        } catch (IllegalArgumentException e) {
            faults.add(where + ": " + e.getMessage());
            return Condition.ALWAYS;
        }
    }

    private Limits limits(int[] min) {
        DefineThreadConfig config = all(DefineThreadConfig.class).findFirst().orElse(null);
        if (config == null) {
            return Limits.NONE;
        }
        long reserved = Arrays.stream(min).asLongStream().sum();
        if (config.threadPoolSize() <= reserved) {
            faults.add(
                    "there are too few threads: threadPoolSize="
                            + config.threadPoolSize()
                            + " sum of minThreads="
                            + reserved);
            return Limits.NONE;
        }
        return new Limits(config.threadPoolSize(), config.hardLimit());
    }

    /** How many steps of priority are above each group; those in no order come last. */
    private int[] ranks(int count) {
        int[] ranks = new int[count];
        boolean[] isNamed = new boolean[count];
        List<int[]> steps = new ArrayList<>();
        for (PriorityOrder order :
                all(DefinePriorities.class).flatMap(all -> Arrays.stream(all.value())).toList()) {
            int[] above = {};
            for (PrioritySet set : order.value()) {
                int[] these =
                        Arrays.stream(set.value())
                                .mapToInt(name -> number(name, "@PrioritySet"))
                                .filter(number -> number >= 0)
                                .toArray();
                for (int lower : these) {
                    isNamed[lower] = true;
                    for (int higher : above) {
                        steps.add(new int[] {higher, lower});
                    }
                }
                above = these;
            }
        }
        boolean changed = true;
        for (int round = 0; changed; round++) {
            if (round > count) {
                faults.add("the orders of @DefinePriorities contradict each other");
                return ranks;
            }
            changed = false;
            for (int[] step : steps) {
                if (ranks[step[1]] <= ranks[step[0]]) {
                    ranks[step[1]] = ranks[step[0]] + 1;
                    changed = true;
                }
            }
        }
        for (int group = 0; group < count; group++) {
            ranks[group] = isNamed[group] ? ranks[group] : count;
        }
        return ranks;
    }
}
