package org.activeobjects.api;

import org.activeobjects.active.Body;
import org.activeobjects.active.EndActive;
import org.activeobjects.wrapper.IntWrapper;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells the tests when it ends. */
public class Mortal implements EndActive {

    /** Names of those that have ended; static, since they live in several runtimes. */
    static final Set<String> ENDED = ConcurrentHashMap.newKeySet();

    private final String name;
    private Mortal other;

    public Mortal(String name) {
        this.name = name;
    }

    @Override
    public void endActivity(Body body) {
        ENDED.add(name);
    }

    /** One-way: keeps a reference, and lets go of the one before. */
    public void take(Mortal newOther) {
        other = newOther;
    }

    /** Passes what it has on, and lets go of it once it is there. */
    public IntWrapper passOn(Mortal next) {
        next.take(other);
        other = null;
        return new IntWrapper(next.length().getIntValue());
    }

    public IntWrapper length() {
        return new IntWrapper(name.length());
    }

    public int lengthOfOther() {
        return other.length().getIntValue();
    }

    public void nothing() {}
}
