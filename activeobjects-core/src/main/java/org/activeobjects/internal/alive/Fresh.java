package org.activeobjects.internal.alive;

/**
 * Threads that act for others than who begins them, which is whoever calls first, or a thread of
 * the transport: they inherit none of its {@link InheritableThreadLocal} values, such as who is
 * logged in. They do have its context class loader, by which classes are found.
 *
 * <p><b>Threading:</b> safe.
 */
public final class Fresh {

    private Fresh() {}

    /**
     * Makes a thread, which has not begun.
     *
     * @param builder makes the thread
     * @param code what it runs
     * @return the thread
     */
    public static Thread thread(Thread.Builder builder, Runnable code) {
        Thread thread = builder.inheritInheritableThreadLocals(false).unstarted(code);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        return thread;
    }
}
