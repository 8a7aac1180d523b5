package org.activeobjects.internal.multiactive;

import org.activeobjects.spi.StubMethod;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the annotations of a class say of the requests that may run at the same time.
 *
 * <p>Groups have numbers; one more, the last, stands for the methods in no group, which run alone.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Rules {

    /** Stands for the parameter of a request whose group names none. */
    public static final Object NO_PARAMETER = new Object();

    private static final ClassValue<RuleReader> READ =
            new ClassValue<>() {
                @Override
                protected RuleReader computeValue(Class<?> type) {
                    return new RuleReader(type);
                }
            };

    final Condition[][] table;
    final int[] ranks;
    final int[] minThreads;
    final int[] maxThreads;
    private final Limits limits;
    private final List<Member> members;
    private final Map<StubMethod, Member> known = new ConcurrentHashMap<>();

    Rules(
            Condition[][] table,
            int[] ranks,
            int[] minThreads,
            int[] maxThreads,
            Limits limits,
            List<Member> members) {
        this.table = table;
        this.ranks = ranks;
        this.minThreads = minThreads;
        this.maxThreads = maxThreads;
        this.limits = limits;
        this.members = members;
    }

    /**
     * The rules of a class.
     *
     * @param type class of active objects
     * @return its rules, or {@code null} if it has no groups
     * @throws org.activeobjects.error.ActiveObjectCreationException if its annotations make no
     *     sense; the message lists the faults
     */
    public static Rules of(Class<?> type) {
        return READ.get(type).rules();
    }

    /**
     * Where a method belongs.
     *
     * @param method what a request asks for
     * @return its place
     */
    public Member member(StubMethod method) {
        Member found = known.get(method);
        return found != null ? found : known.computeIfAbsent(method, this::find);
    }

    private Member find(StubMethod method) {
        List<Class<?>> types = List.of(method.parameterTypes());
        for (Member member : members) {
            if (member.name.equals(method.name()) && member.types.equals(types)) {
                return member;
            }
        }
        return new Member(method.name(), types, groupCount() - 1, -1);
    }

    /**
     * The limits of the class.
     *
     * @return what its annotation says
     */
    public Limits limits() {
        return limits;
    }

    /** Number of the groups, with that of the methods in no group. */
    int groupCount() {
        return ranks.length;
    }

    /**
     * A method and its group.
     *
     * @param name name of the method
     * @param types types of its parameters
     * @param group number of its group
     * @param parameter position of the parameter that conditions look at; -1 for none
     */
    public record Member(String name, List<Class<?>> types, int group, int parameter) {

        /**
         * The argument that conditions look at.
         *
         * @param arguments arguments of a request
         * @return one of them, or {@link #NO_PARAMETER}
         */
        public Object parameterOf(Object[] arguments) {
            return parameter < 0 ? NO_PARAMETER : arguments[parameter];
        }
    }
}
