package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.posix.Downcalls;
import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The functions of {@code libucp}: pointers and sizes are longs, structures go by address. Without
 * native access the class itself may fail to be initialized: who uses it asks for that before.
 *
 * <p><b>Threading:</b> safe; what the functions themselves allow is UCX's to say.
 *
 * <p><b>Source:</b> {@code ucp/api/ucp.h} of UCX 1.13; every later 1.x has the same functions.
 */
public final class Ucp {

    /** The operation is done. */
    public static final int OK = 0;

    /** The operation is under way. */
    public static final int IN_PROGRESS = 1;

    /** The message was longer than the room for it. */
    public static final int MESSAGE_TRUNCATED = -9;

    /** Something has come: move the worker before it can be armed. */
    public static final int BUSY = -15;

    /** The operation was taken back. */
    public static final int CANCELED = -16;

    /** The oldest version whose functions and structures these are. */
    private static final int MAJOR = 1;

    private static final int MINOR = 13;

    private static final MethodHandle INT_1 = shape(int.class, long.class);
    private static final MethodHandle INT_2 = shape(int.class, long.class, long.class);
    private static final MethodHandle INT_3 = shape(int.class, long.class, long.class, long.class);
    private static final MethodHandle VOID_1 = shape(void.class, long.class);
    private static final MethodHandle VOID_2 = shape(void.class, long.class, long.class);
    private static final MethodHandle VOID_3 =
            shape(void.class, long.class, long.class, long.class);
    private static final MethodHandle LONG_2 = shape(long.class, long.class, long.class);
    private static final MethodHandle INIT =
            shape(int.class, int.class, int.class, long.class, long.class, long.class);
    private static final MethodHandle PROBE =
            shape(long.class, long.class, long.class, long.class, int.class, long.class);
    private static final MethodHandle LONG_5 =
            shape(long.class, long.class, long.class, long.class, long.class, long.class);
    private static final MethodHandle LONG_6 =
            shape(
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class);

    /** One per file: a library is never unloaded. */
    private static final Map<String, Ucp> LOADED = new HashMap<>();

    private final MemorySegment progress;
    private final MemorySegment arm;
    private final MemorySegment checkStatus;
    private final MemorySegment testReceive;
    private final MemorySegment tagSend;
    private final MemorySegment tagReceive;
    private final MemorySegment requestFree;
    private final MemorySegment tagProbe;
    private final SymbolLookup lookup;
    private final String version;

    private Ucp(SymbolLookup lookup) throws LinkUnavailableException {
        this.lookup = lookup;
        this.progress = find("ucp_worker_progress");
        this.arm = find("ucp_worker_arm");
        this.checkStatus = find("ucp_request_check_status");
        this.testReceive = find("ucp_tag_recv_request_test");
        this.tagSend = find("ucp_tag_send_nbx");
        this.tagReceive = find("ucp_tag_recv_nbx");
        this.requestFree = find("ucp_request_free");
        this.tagProbe = find("ucp_tag_probe_nb");
        this.version = readVersion();
    }

    /**
     * Loads the library, once per file.
     *
     * @param library name of the library, or path of its file
     * @return its functions
     * @throws LinkUnavailableException if it is not there or too old
     */
    public static Ucp load(String library) throws LinkUnavailableException {
        synchronized (LOADED) {
            Ucp loaded = LOADED.get(library);
            if (loaded == null) {
                loaded = new Ucp(open(library));
                LOADED.put(library, loaded);
            }
            return loaded;
        }
    }

    private static SymbolLookup open(String library) throws LinkUnavailableException {
        Environment.prepare();
        try {
            return library.indexOf('/') < 0
                    ? SymbolLookup.libraryLookup(library, Arena.global())
                    : SymbolLookup.libraryLookup(Path.of(library), Arena.global());
        } catch (IllegalArgumentException e) {
            throw new LinkUnavailableException(
                    "the library of UCX cannot be loaded: library="
                            + library
                            + "; install it (Debian: apt-get install libucx0) or set ucx.library",
                    e);
        }
    }

    private String readVersion() throws LinkUnavailableException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(ValueLayout.JAVA_INT, 3);
            long at = numbers.address();
            call3("ucp_get_version", at, at + 4, at + 8);
            int major = numbers.getAtIndex(ValueLayout.JAVA_INT, 0);
            int minor = numbers.getAtIndex(ValueLayout.JAVA_INT, 1);
            String found = major + "." + minor;
            if (major != MAJOR || minor < MINOR) {
                throw new LinkUnavailableException(
                        "the library of UCX has another version: version=%s wanted=%s.%s or later"
                                .formatted(found, MAJOR, MINOR));
            }
            return found;
        }
    }

    /**
     * Version of the library.
     *
     * @return such as {@code 1.13}
     */
    public String version() {
        return version;
    }

    private static MethodHandle shape(Class<?> result, Class<?>... parameters) {
        MemoryLayout[] layouts = new MemoryLayout[parameters.length];
        for (int i = 0; i < layouts.length; i++) {
            layouts[i] = layout(parameters[i]);
        }
        return Linker.nativeLinker()
                .downcallHandle(
                        result == void.class
                                ? FunctionDescriptor.ofVoid(layouts)
                                : FunctionDescriptor.of(layout(result), layouts));
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == long.class ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    }

    private MemorySegment find(String name) throws LinkUnavailableException {
        return lookup.find(name)
                .orElseThrow(
                        () ->
                                new LinkUnavailableException(
                                        "the library of UCX is too old: it lacks function="
                                                + name
                                                + " wanted="
                                                + MAJOR
                                                + "."
                                                + MINOR
                                                + " or later"));
    }

    private MemorySegment rare(String name) {
        return lookup.find(name).orElseThrow(() -> new IllegalStateException("no " + name));
    }

    int progress(long worker) {
        try {
            return (int) INT_1.invokeExact(progress, worker);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    int arm(long worker) {
        try {
            return (int) INT_1.invokeExact(arm, worker);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    int checkStatus(long request) {
        try {
            return (int) INT_1.invokeExact(checkStatus, request);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    int testReceive(long request, long info) {
        try {
            return (int) INT_2.invokeExact(testReceive, request, info);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    long tagSend(long endpoint, long address, long length, long tag, long parameters) {
        try {
            return (long) LONG_5.invokeExact(tagSend, endpoint, address, length, tag, parameters);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    long tagReceive(long worker, long address, long length, long tag, long parameters) {
        try {
            return (long)
                    LONG_6.invokeExact(tagReceive, worker, address, length, tag, -1L, parameters);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    void requestFree(long request) {
        try {
            VOID_1.invokeExact(requestFree, request);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** The message at hand with such a tag, taken out of the queue; 0 if there is none. */
    long probe(long worker, long tag, long mask, boolean take, long info) {
        try {
            return (long) PROBE.invokeExact(tagProbe, worker, tag, mask, take ? 1 : 0, info);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    long receiveProbed(long worker, long address, long length, long message, long parameters) {
        try {
            return (long)
                    LONG_5.invokeExact(
                            rare("ucp_tag_msg_recv_nbx"),
                            worker,
                            address,
                            length,
                            message,
                            parameters);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    int init(long parameters, long config, long result) {
        try {
            return (int)
                    INIT.invokeExact(
                            rare("ucp_init_version"), MAJOR, MINOR, parameters, config, result);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** Calls a function of two arguments that returns a request. */
    long request2(String name, long first, long second) {
        try {
            return (long) LONG_2.invokeExact(rare(name), first, second);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    void call1(String name, long argument) {
        try {
            VOID_1.invokeExact(rare(name), argument);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    void call2(String name, long first, long second) {
        try {
            VOID_2.invokeExact(rare(name), first, second);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    private void call3(String name, long first, long second, long third) {
        try {
            VOID_3.invokeExact(rare(name), first, second, third);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** Calls a function of two arguments that returns a status. */
    int status2(String name, long first, long second) {
        try {
            return (int) INT_2.invokeExact(rare(name), first, second);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /** Calls a function of three arguments that returns a status. */
    int status3(String name, long first, long second, long third) {
        try {
            return (int) INT_3.invokeExact(rare(name), first, second, third);
        } catch (Throwable e) {
            throw Downcalls.unexpected(e);
        }
    }

    /**
     * Names a status.
     *
     * @param status what a function has returned
     * @return a few words and the number
     */
    public static String describe(int status) {
        String name =
                switch (status) {
                    case OK -> "ok";
                    case IN_PROGRESS -> "in progress";
                    case -1 -> "no message";
                    case -2 -> "no resource";
                    case -3 -> "input or output error";
                    case -4 -> "out of memory";
                    case -5 -> "invalid parameter";
                    case -6 -> "destination is unreachable";
                    case -7 -> "address is not valid";
                    case -8 -> "not implemented";
                    case MESSAGE_TRUNCATED -> "message is longer than its room";
                    case -14 -> "no such device";
                    case BUSY -> "busy";
                    case CANCELED -> "canceled";
                    case -20 -> "timed out";
                    case -22 -> "not supported";
                    case -24 -> "not connected";
                    case -25 -> "connection reset";
                    case -80 -> "endpoint timed out";
                    default -> "error";
                };
        return name + " (UCX status " + status + ")";
    }
}
