package org.activeobjects.api;

import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Does what it is told, with the help of others: of a level behind its own, so nobody waits in a
 * circle.
 */
public class Worker {

    /** Calls that came before an earlier one of the same caller; static, since workers move. */
    static final Queue<String> OVERTAKEN = new ConcurrentLinkedQueue<>();

    private final Map<Integer, Integer> seen = new HashMap<>();
    private final Map<Integer, Integer> told = new HashMap<>();
    private int number = -1;
    private Team team;

    public Worker() {}

    /** One that is made for a single task, and known to nobody else. */
    public Worker(Team team) {
        this.team = team;
    }

    /** Who there is, and where one can be. */
    public record Team(List<Worker> workers, List<Worker> adders, List<String> places) {}

    /** A number, or the failure to give one, in some way. */
    public sealed interface Task {

        /** Gives it. */
        record Give(int value) implements Task {}

        /** Fails. */
        record Refuse(int code) implements Task {}

        /** Has another one do it, and passes the future on. */
        record Delegate(int worker, Task task) implements Task {}

        /** Makes a worker for it. */
        record Hire(int place, Task task) implements Task {}

        /** Leaves for another place, and does it. */
        record Move(int place, Task task) implements Task {}

        /**
         * Has others do parts of it; the sum is formed here, or by an adder who gets the futures.
         */
        record Split(List<Delegate> parts, int adder) implements Task {}
    }

    /** What a task fails with. */
    public static class Refusal extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final int code;

        Refusal(int code) {
            super("refused: code=" + code);
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    public boolean join(int newNumber, Team newTeam) {
        number = newNumber;
        team = newTeam;
        return true;
    }

    /** One-way: the calls of each worker are counted by both sides. */
    public void see(int caller, int index) {
        int expected = seen.getOrDefault(caller, 0);
        if (index != expected) {
            OVERTAKEN.add(
                    "caller=%d callee=%d call=%d expected=%d"
                            .formatted(caller, number, index, expected));
        }
        seen.put(caller, index + 1);
    }

    public IntWrapper work(Task task) {
        return switch (task) {
            case Task.Give(int value) -> new IntWrapper(value);
            case Task.Refuse(int code) -> throw new Refusal(code);
            case Task.Delegate part -> delegate(part);
            case Task.Hire(int place, Task rest) ->
                    PAActiveObject.newActive(
                                    Worker.class, new Object[] {team}, team.places.get(place))
                            .work(rest);
            case Task.Move(int place, Task rest) -> {
                if (number >= 0) {
                    PAMobileAgent.migrateTo(team.places.get(place));
                }
                yield work(rest);
            }
            case Task.Split(List<Task.Delegate> parts, int adder) -> {
                List<IntWrapper> results = new ArrayList<>();
                parts.forEach(part -> results.add(delegate(part)));
                yield adder < 0 ? add(results) : team.adders.get(adder).add(results);
            }
        };
    }

    private IntWrapper delegate(Task.Delegate part) {
        Worker other = team.workers.get(part.worker());
        if (number >= 0) {
            other.see(number, told.merge(part.worker(), 1, Integer::sum) - 1);
        }
        return other.work(part.task());
    }

    /** The sum of what was given; what was refused counts less than nothing. */
    public IntWrapper add(List<IntWrapper> parts) {
        int sum = 0;
        for (IntWrapper part : parts) {
            try {
                sum += part.getIntValue();
            } catch (Refusal e) {
                sum -= e.code();
            }
        }
        return new IntWrapper(sum);
    }

    /** What a task gives, computed without anybody's help. */
    static int resultOf(Task task) {
        return switch (task) {
            case Task.Give(int value) -> value;
            case Task.Refuse(int code) -> throw new Refusal(code);
            case Task.Delegate(_, Task rest) -> resultOf(rest);
            case Task.Hire(_, Task rest) -> resultOf(rest);
            case Task.Move(_, Task rest) -> resultOf(rest);
            case Task.Split(List<Task.Delegate> parts, _) ->
                    parts.stream().mapToInt(Worker::shareOf).sum();
        };
    }

    private static int shareOf(Task part) {
        try {
            return resultOf(part);
        } catch (Refusal e) {
            return -e.code();
        }
    }
}
