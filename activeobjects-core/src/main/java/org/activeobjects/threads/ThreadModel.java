package org.activeobjects.threads;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Where the requests of an active object are served: on virtual threads, on a platform thread of
 * its own, or on an executor of the user's. Requests of one active object are served one at a time
 * under each of them.
 *
 * <p>What holds for an active object is, first to last: the model in whose {@linkplain #create
 * scope} it was created, the annotation {@link org.activeobjects.annotation.PlatformThread} of its
 * class, and the system property {@value #SETTING} of the runtime that creates it.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ThreadModel {

    /** System property: {@code virtual} (the default) or {@code platform}. */
    public static final String SETTING = "activeobjects.threads";

    /**
     * A virtual thread, which an object without an activity of its own has only while it serves.
     */
    public static final ThreadModel VIRTUAL = new ThreadModel("virtual", null);

    /** A platform thread for life. */
    public static final ThreadModel PLATFORM = new ThreadModel("platform", null);

    private static final ScopedValue<ThreadModel> SCOPE = ScopedValue.newInstance();

    private final String name;
    private final Executor executor;

    private ThreadModel(String name, Executor executor) {
        this.name = name;
        this.executor = executor;
    }

    /**
     * The threads of an executor. An active object uses one while it has requests, and gives it
     * back after some of them, so that others get their turn; one with an activity of its own keeps
     * a thread for life. Who waits for a result blocks the thread, and the runtime says so once if
     * that lasts: an executor needs more threads than there are active objects that wait for each
     * other. If the executor refuses, the active object ends, and so do the waits for it.
     *
     * <p>An executor that runs on the spot what it is given has callers of the same runtime serve
     * their requests. What would hold up others, it gets on virtual threads: requests from other
     * runtimes, several requests at the same time, and an activity for life.
     *
     * @param executor runs what it is given, now or later, on whatever thread
     * @return a model; it does not travel to other runtimes
     */
    public static ThreadModel on(Executor executor) {
        return new ThreadModel(
                "executor", Objects.requireNonNull(executor, "the executor is null"));
    }

    /**
     * Creates active objects that serve under this model: those that the calling thread creates
     * while the code runs, wherever the class of the code is.
     *
     * @param <T> what the code returns
     * @param creation code that creates active objects
     * @return what the code returned
     */
    public <T> T create(Supplier<T> creation) {
        Objects.requireNonNull(creation, "the code that creates active objects is null");
        return ScopedValue.where(SCOPE, this).call(creation::get);
    }

    /**
     * The model in whose scope the calling thread is.
     *
     * @return the model, or {@code null} if it is in none
     */
    public static ThreadModel current() {
        return SCOPE.isBound() ? SCOPE.get() : null;
    }

    /**
     * The model that the system property names.
     *
     * @return {@link #VIRTUAL} if none is named
     * @throws IllegalArgumentException if it is no model; the message names the setting
     */
    public static ThreadModel ofSystem() {
        return ofName(System.getProperty(SETTING, VIRTUAL.name));
    }

    /**
     * The model of a name.
     *
     * @param name {@code virtual} or {@code platform}
     * @return the model
     * @throws IllegalArgumentException if there is none of that name
     */
    public static ThreadModel ofName(String name) {
        Objects.requireNonNull(name, "the name of a thread model is null");
        return switch (name.strip().toLowerCase(Locale.ROOT)) {
            case "virtual" -> VIRTUAL;
            case "platform" -> PLATFORM;
            default ->
                    throw new IllegalArgumentException(
                            "no such thread model: "
                                    + SETTING
                                    + "="
                                    + name
                                    + "; known are virtual and platform");
        };
    }

    /**
     * Its executor.
     *
     * @return what the user gave; {@code null} for virtual and platform threads
     */
    public Executor executor() {
        return executor;
    }

    /**
     * Its name.
     *
     * @return {@code virtual}, {@code platform} or {@code executor}
     */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return executor == null ? name : name + " " + executor;
    }
}
