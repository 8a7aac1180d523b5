package org.activeobjects.group.dispatch;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.active.Request;
import org.activeobjects.annotation.Borrowed;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.api.PAActiveObject;
import org.activeobjects.group.Dispatch;
import org.activeobjects.group.DispatchMode;
import org.activeobjects.wrapper.DoubleWrapper;
import org.apache.logging.log4j.ThreadContext;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** A worker whose tasks the test holds up one by one. */
public class Crew implements EndActive {

    /** What is held up at the end of a member; no task. */
    static final int END = -1;

    private final int number;
    private final CountDownLatch released = new CountDownLatch(1);

    /** One piece of work. */
    public static class Task {
        private int number;

        public Task() {}

        public Task(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        public void number(int changed) {
            number = changed;
        }
    }

    /** Who has done what. */
    public static class Done {
        private int task;
        private int member;
        private String note;

        public Done() {}

        Done(int task, int member, String note) {
            this.task = task;
            this.member = member;
            this.note = note;
        }

        public int task() {
            return task;
        }

        public int member() {
            return member;
        }

        public String note() {
            return note;
        }
    }

    public Crew(Integer number) {
        this.number = number;
    }

    @Override
    public void endActivity(Body body) {
        Site.pass(new Done(END, number, "end"));
    }

    public Done work(Task task) {
        Done done = new Done(task.number(), number, ThreadContext.get("who"));
        Site.pass(done);
        return done;
    }

    public Done fail(Task task) {
        var _ = work(task);
        throw new IllegalStateException("spoilt " + task.number());
    }

    public Done failIfOdd(Task task) {
        return task.number() % 2 == 0 ? work(task) : fail(task);
    }

    /** Holds the first task of each of four members up until the member is released. */
    public Done workWhenReleased(Task task) {
        if (task.number() < 4) {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("not released: " + number, e);
            }
        }
        return work(task);
    }

    @ImmediateService
    public void release() {
        released.countDown();
    }

    /** One-way. */
    public void start(Task task) {
        var _ = work(task);
    }

    public void check(Task task) throws IOException {
        var _ = work(task);
        if (task.number() % 2 != 0) {
            throw new IOException("odd " + task.number());
        }
    }

    public Done checked(Task task) throws IOException {
        check(task);
        return new Done(task.number(), number, "checked");
    }

    public DoubleWrapper sum(Task task, @Borrowed double[] values) {
        return new DoubleWrapper(task.number() + Arrays.stream(values).sum());
    }

    /** Asks its caller something, who has to be free for that. */
    public Done askBack(Task task, DispatchDeadlockTest.Chief chief) {
        return new Done(task.number(), number, chief.name().note());
    }

    /** Its note tells who has called. */
    public Done caller(Task task) {
        Request now = PAActiveObject.getContext().getCurrentRequest();
        return new Done(task.number(), number, now.getSourceBodyID().toString());
    }

    @Dispatch(mode = DispatchMode.DYNAMIC)
    public Done workIfFree(Task task) {
        return work(task);
    }

    @ImmediateService
    public Done queued() {
        return new Done(PAActiveObject.getBodyOnThis().getRequestQueue().size(), number, "queued");
    }
}
