package org.activeobjects.api;

import org.activeobjects.active.Body;
import org.activeobjects.spi.BodyHandle;

/** What an active object may say of its own services; part of {@link PAActiveObject}. */
abstract class ImmediateServices {

    ImmediateServices() {}

    /**
     * Lets requests to the active object that the calling thread serves be served at once, beside
     * the queue, each on a thread of its own. Such methods have to be safe to run at the same time
     * as any other.
     *
     * @param method name of the methods
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void setImmediateService(String method) {
        body().setImmediateService(method, null, false);
    }

    /**
     * Lets requests to the active object that the calling thread serves be served at once.
     *
     * @param method name of the methods
     * @param uniqueThread true to serve the requests of one caller on one thread, in their order;
     *     false to give each request a thread of its own
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void setImmediateService(String method, boolean uniqueThread) {
        body().setImmediateService(method, null, uniqueThread);
    }

    /**
     * Lets requests to the active object that the calling thread serves be served at once, each on
     * a thread of its own.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void setImmediateService(String method, Class<?>[] types) {
        body().setImmediateService(method, types, false);
    }

    /**
     * Lets requests to the active object that the calling thread serves be served at once.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @param uniqueThread true to serve the requests of one caller on one thread, in their order;
     *     false to give each request a thread of its own
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void setImmediateService(String method, Class<?>[] types, boolean uniqueThread) {
        body().setImmediateService(method, types, uniqueThread);
    }

    /**
     * Lets requests to the active object that the calling thread serves be served in their turn
     * again.
     *
     * @param method name of the methods
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void removeImmediateService(String method) {
        body().removeImmediateService(method, null);
    }

    /**
     * Lets requests to the active object that the calling thread serves be served in their turn
     * again.
     *
     * @param method name of the method
     * @param types types of its parameters; {@code null} for all methods of that name
     * @throws IllegalArgumentException if there is no such method
     * @throws IllegalStateException if the thread serves no active object
     */
    public static void removeImmediateService(String method, Class<?>[] types) {
        body().removeImmediateService(method, types);
    }

    private static Body body() {
        BodyHandle body = BodyHandle.current();
        if (body == null) {
            throw new IllegalStateException(
                    "this thread serves no active object: thread="
                            + Thread.currentThread().getName());
        }
        return body;
    }
}
