package org.activeobjects.internal.remote;

/** What one runtime can ask another to do. The values travel: never change one. */
public final class SystemOps {

    /** Create an active object: text is the class, number 1 for a platform thread. */
    public static final byte CREATE = 1;

    /** Find a registered active object: text is the name. */
    public static final byte LOOKUP = 2;

    /** Register an active object: text is the name, number the object, argument 0 to replace. */
    public static final byte REGISTER = 3;

    /** Remove a name: text is the name. */
    public static final byte UNREGISTER = 4;

    /** List the names. */
    public static final byte LIST = 5;

    /** Tell whether an active object lives: number is the object. */
    public static final byte PING = 6;

    /** Follow a chain of waits: number is the object that somebody waits for. */
    public static final byte PROBE = 7;

    /** Pass futures on unresolved or not: number is the object, text {@code on} or {@code off}. */
    public static final byte CONTINUATIONS = 8;

    private SystemOps() {}
}
