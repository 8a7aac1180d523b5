package org.activeobjects.transport.matching;

import org.activeobjects.transport.progress.Waiting;

import java.util.function.BooleanSupplier;

/** A wait for one of several things, looked at anew whenever one has changed. */
final class Watch extends Waiting {

    private final String what;
    private final BooleanSupplier condition;

    Watch(String what, BooleanSupplier condition) {
        this.what = what;
        this.condition = condition;
    }

    @Override
    protected boolean isOver() {
        return condition.getAsBoolean();
    }

    void poke() {
        wake();
    }

    @Override
    public String toString() {
        return what;
    }
}
