package org.activeobjects.transport.progress;

/** Traffic that only comes, never goes. */
interface Incoming extends Traffic {

    @Override
    default int send() {
        return 0;
    }

    @Override
    default void watch() {}

    @Override
    default boolean isPushed() {
        return false;
    }

    @Override
    default boolean hasOutput() {
        return false;
    }

    @Override
    default boolean expectsData() {
        return false;
    }
}
