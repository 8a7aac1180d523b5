package org.activeobjects.multiactivity;

import org.activeobjects.active.Body;
import org.activeobjects.active.Service;
import org.activeobjects.internal.multiactive.Limits;
import org.activeobjects.internal.service.LocalBody;

/**
 * The ways to serve several requests at the same time, for use in {@code RunActive.runActivity} of
 * a class with {@link org.activeobjects.annotation.multiactivity.DefineGroups groups}. A class with
 * groups that has no activity of its own needs none of them: it is served by {@link
 * #multiActiveServing()}.
 *
 * <p><b>Threading:</b> only from the thread of the active object.
 *
 * <p><b>Source:</b> {@code MultiActiveService} of ProActive. Different here: no request is served
 * by the thread of another one that waits.
 */
public class MultiActiveService extends Service {

    private final LocalBody body;

    /**
     * For one active object.
     *
     * @param body its body
     * @throws IllegalArgumentException if it is no body of this library
     */
    public MultiActiveService(Body body) {
        super(body);
        if (!(body instanceof LocalBody local)) {
            throw new IllegalArgumentException("not a body of an active object: body=" + body);
        }
        this.body = local;
    }

    /**
     * Serves as the annotations of the class say, until the active object is terminated.
     *
     * @throws IllegalStateException if the class has no groups
     */
    public void multiActiveServing() {
        body.serveMultiActive(null);
    }

    /**
     * Serves as the annotations of the class say, but for the number of threads, until the active
     * object is terminated.
     *
     * @param maxActiveThreads how many requests run at the same time, 1 or more
     * @throws IllegalStateException if the class has no groups
     * @throws IllegalArgumentException if there are fewer threads than its groups need
     */
    public void multiActiveServing(int maxActiveThreads) {
        multiActiveServing(maxActiveThreads, true);
    }

    /**
     * Serves as the annotations of the class say, but for the number of threads, until the active
     * object is terminated.
     *
     * @param maxActiveThreads how many requests run at the same time, 1 or more
     * @param hardLimit false to let another request begin while one waits for a result
     * @throws IllegalStateException if the class has no groups
     * @throws IllegalArgumentException if there are fewer threads than its groups need
     */
    public void multiActiveServing(int maxActiveThreads, boolean hardLimit) {
        body.serveMultiActive(new Limits(maxActiveThreads, hardLimit));
    }
}
