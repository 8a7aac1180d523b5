package org.activeobjects.internal.waiting;

import org.activeobjects.internal.dump.UserFrames;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.service.LocalBody;

import java.util.List;

/**
 * One active object of a chain, and what it waits for.
 *
 * @param id its id among all runtimes, or its number if its runtime has not met others
 * @param summary object and method, such as {@code Bank#1.audit}
 * @param details what it waits for, where, and its stack
 * @param looks whether it follows its own chain
 */
record Edge(String id, String summary, String details, boolean looks) {

    static Edge of(String id, LocalBody body, Wait wait, boolean looks) {
        List<StackTraceElement> frames = UserFrames.of(wait.thread());
        StringBuilder text = new StringBuilder();
        String summary = body.getName() + "." + body.occupation();
        text.append(summary).append(" waits for the ").append(wait.promise());
        text.append(frames.isEmpty() ? "" : " at " + frames.getFirst()).append(" (id ").append(id);
        text.append(", thread '").append(wait.thread().getName()).append("')");
        for (StackTraceElement frame : frames) {
            text.append("\n        at ").append(frame);
        }
        return new Edge(id, summary, text.toString(), looks);
    }

    /** The whole cycle, for people. */
    static String report(List<Edge> cycle) {
        StringBuilder text = new StringBuilder("deadlock: ");
        for (Edge edge : cycle) {
            text.append(edge.summary()).append(" waits for ");
        }
        text.append(cycle.getFirst().summary());
        for (Edge edge : cycle) {
            text.append("\n    ").append(edge.details());
        }
        return text.toString();
    }
}
