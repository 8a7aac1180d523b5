package org.activeobjects.internal.waiting;

import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.pending.Errand;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Serving;

import java.util.List;

/**
 * What people are told of a wait, or of a request that cannot begin.
 *
 * @param summary object and method, such as {@code Bank#1.audit}
 * @param details what it waits for, where, and its stack; empty if nobody has asked for them
 * @param looks whether whoever waits looks himself whether he is stuck
 */
record Edge(String summary, String details, boolean looks) {

    /** A thread that waits. */
    static Edge of(String id, LocalBody body, Serving serving, Wait wait, boolean looks) {
        return of(id, summary(body, serving), wait, looks);
    }

    /** A thread that waits in an errand. */
    static Edge of(String id, Errand errand, Wait wait) {
        return of("errand" + id, errand.toString(), wait, false);
    }

    private static Edge of(String id, String summary, Wait wait, boolean looks) {
        List<StackTraceElement> frames = UserFrames.of(wait.thread());
        StringBuilder text = new StringBuilder(summary);
        text.append(" waits for the ").append(wait.promise());
        text.append(frames.isEmpty() ? "" : " at " + frames.getFirst()).append(" (id ").append(id);
        text.append(", thread '").append(wait.thread().getName()).append("')");
        for (StackTraceElement frame : frames) {
            text.append("\n        at ").append(frame);
        }
        return new Edge(summary, text.toString(), looks);
    }

    /** The object alone, such as {@code Bank#1}. */
    String object() {
        int end = summary.indexOf('.', summary.lastIndexOf('#'));
        return end < 0 ? summary : summary.substring(0, end);
    }

    /** Object and method, such as {@code Bank#1.audit}. */
    static String summary(LocalBody body, Serving serving) {
        return body.getName() + "." + serving.label();
    }

    /** A request that may not begin. */
    static Edge of(LocalBody body, Serving.Delay delay) {
        String name = body.getName() + "." + delay.queued().label();
        StringBuilder text = new StringBuilder(name).append(" is queued");
        delay.allOf()
                .forEach(serving -> text.append("; not beside ").append(summary(body, serving)));
        delay.older().forEach(older -> text.append("; not before ").append(older.label()));
        delay.perhaps()
                .forEach(
                        first ->
                                text.append("; not beside or before ")
                                        .append(first.label())
                                        .append(", as a condition of the object says now"));
        if (!delay.oneOf().isEmpty()) {
            text.append("; no thread is left:");
            delay.oneOf().forEach(serving -> text.append(' ').append(summary(body, serving)));
        }
        return new Edge(name + " (queued)", text.toString(), false);
    }
}
