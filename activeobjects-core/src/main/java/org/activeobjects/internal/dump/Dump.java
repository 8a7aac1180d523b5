package org.activeobjects.internal.dump;

import org.activeobjects.diagnosis.UserFrames;
import org.activeobjects.internal.admission.Gate;
import org.activeobjects.internal.future.Promise;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.service.Serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Writes what the bodies of one runtime do: first those that are busy, then the others. */
final class Dump {

    private static final int MAX_IDLE = 1000;

    private final StringBuilder text;
    private final long nowNs = System.nanoTime();

    Dump(StringBuilder text) {
        this.text = text;
    }

    void write(String runtime, List<LocalBody> bodies) {
        List<LocalBody> idle = new ArrayList<>();
        List<LocalBody> busy = new ArrayList<>();
        for (LocalBody body : bodies) {
            (isBusy(body) ? busy : idle).add(body);
        }
        text.append("active objects of ").append(runtime);
        text.append(": alive=").append(bodies.size()).append(" busy=").append(busy.size());
        text.append('\n');
        busy.forEach(this::write);
        for (LocalBody body : idle.subList(0, Math.min(MAX_IDLE, idle.size()))) {
            text.append("  ").append(body.getName()).append(" idle queue=0\n");
        }
        if (idle.size() > MAX_IDLE) {
            text.append("  and ").append(idle.size() - MAX_IDLE).append(" more that are idle\n");
        }
    }

    private static boolean isBusy(LocalBody body) {
        return body.ownThread() != null
                || !body.servings().isEmpty()
                || body.queueLength() > 0
                || body.heldBack() > 0;
    }

    private void write(LocalBody body) {
        text.append("  ").append(body.getName());
        text.append(body.takesRequests() ? "" : " (ending)");
        text.append(body.hasMoved() ? " (moved)" : "");
        text.append(" queue=").append(body.queueLength());
        if (body.holdsBack()) {
            text.append(" heldBack=").append(body.heldBack());
        }
        Gate gate = body.gate();
        if (gate != null) {
            text.append(' ').append(gate.bound()).append(' ').append(gate.state());
        }
        text.append('\n');
        List<Serving> servings = body.servings();
        for (Serving serving : servings) {
            text.append("    serves ").append(serving.request().label());
            text.append(" for ").append(age(serving.beginNs()));
            thread(serving.thread());
            waiting(serving.currentWait(), serving.thread());
            frames(serving.thread());
        }
        Thread own = body.ownThread();
        if (servings.isEmpty() && own != null) {
            text.append("    in its activity");
            thread(own);
            waiting(body.currentWait(), own);
            frames(own);
        }
    }

    private void waiting(Wait wait, Thread thread) {
        if (wait != null) {
            text.append(", waits for the ").append(wait.promise());
            text.append(" for ").append(age(wait.beginNs()));
        } else if (LockSupport.getBlocker(thread) instanceof Promise limited) {
            text.append(", waits some time for the ").append(limited);
        }
        text.append('\n');
    }

    private void thread(Thread thread) {
        text.append(" in ").append(thread.isVirtual() ? "virtual" : "platform");
        text.append(" thread '").append(thread.getName()).append('\'');
    }

    private void frames(Thread thread) {
        for (StackTraceElement frame : UserFrames.of(thread)) {
            text.append("        at ").append(frame).append('\n');
        }
    }

    private String age(long beginNs) {
        return String.format(Locale.ROOT, "%.3f s", Math.max(0, nowNs - beginNs) / 1e9);
    }
}
