package org.activeobjects.transport.posix;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Arrays of primitives that the garbage collector leaves where they are for a while, so that the
 * kernel can be told their address.
 *
 * <p>Only with the G1 collector, which keeps the region of a pinned array in its place and goes on
 * with the others; the collectors that would stand still meanwhile are not asked. An array stays
 * pinned between calls, which the interface allows as little as it forbids the collector to move
 * it; so this is used where the JVM is known to bear it, and tried once before it is.
 *
 * <p><b>Threading:</b> safe; one thread may unpin what another has pinned.
 *
 * <p><b>Source:</b> {@code GetPrimitiveArrayCritical} of the Java Native Interface; JEP 423, Region
 * Pinning for G1 (JDK 22).
 */
public final class PinnedArrays {

    private static final Logger LOG = LogManager.getLogger(PinnedArrays.class);

    /** The elements were not changed by native code: nothing is copied back. */
    private static final long ABORT = 2;

    private static final int TRIED_FIRST = 64;
    private static final int TRIED_LAST = 64 * 1024;

    private static final AtomicBoolean ASKED = new AtomicBoolean();
    private static volatile PinnedArrays known; // null until found, and if there is none

    private PinnedArrays() {}

    /** Found when first asked for. */
    private static final class Holder {

        static final Optional<PinnedArrays> INSTANCE = find();

        private Holder() {}
    }

    /**
     * Finds out whether arrays can be pinned. The first call takes some hundredths of a second, up
     * to a fifth while the JVM has loaded little.
     *
     * @return empty if this JVM does not use G1, checks its native calls, or has native access not
     *     enabled
     */
    public static Optional<PinnedArrays> get() {
        known = Holder.INSTANCE.orElse(null);
        return Holder.INSTANCE;
    }

    /**
     * As {@link #get}, for those who cannot wait: the first call has a thread of its own find out.
     *
     * @return {@code null} as long as that is not known, and if arrays cannot be pinned
     */
    public static PinnedArrays soon() {
        PinnedArrays now = known;
        if (now == null && !ASKED.get() && ASKED.compareAndSet(false, true)) {
            try {
                Thread.ofPlatform().daemon().name("activeobjects-pins").start(PinnedArrays::get);
            } catch (OutOfMemoryError e) {
                LOG.debug("no thread can be had to find out whether arrays can be pinned", e);
            }
        }
        return now;
    }

    private static Optional<PinnedArrays> find() {
        if (!System.getProperty("os.name").equals("Linux")
                || ValueLayout.ADDRESS.byteSize() != Long.BYTES
                || !PinnedArrays.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        try {
            if (isG1() && !checksNativeCalls()) {
                bind();
                PinnedArrays pinned = new PinnedArrays();
                if (pinned.works()) {
                    return Optional.of(pinned);
                }
            }
        } catch (Error | RuntimeException e) {
            LOG.debug("arrays cannot be pinned in this JVM", e);
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws no checked exception", e);
        }
        return Optional.empty();
    }

    /** Each collector of G1 has a name that begins so. */
    private static boolean isG1() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .anyMatch(collector -> collector.getName().startsWith("G1 "));
    }

    /** Such a JVM ends at a reference that a native method did not get. */
    private static boolean checksNativeCalls() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(flag -> flag.contains("check:jni") || flag.contains("CheckJNI"));
    }

    private static void bind() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            JniFunctions jni = new JniFunctions(arena);
            long self = jni.refer(PinnedArrays.class);
            MethodHandle get =
                    MethodHandles.insertArguments(
                            jni.function(JniFunctions.GET_PRIMITIVE_ARRAY_CRITICAL, 3), 2, 0L);
            // The environment, the class, the array.
            jni.bind(
                    self,
                    "hold",
                    "(Ljava/lang/Object;)J",
                    MethodHandles.permuteArguments(get, JniFunctions.words(3), 0, 2));
            MethodHandle release =
                    MethodHandles.insertArguments(
                            jni.function(JniFunctions.RELEASE_PRIMITIVE_ARRAY_CRITICAL, 4),
                            3,
                            ABORT);
            // The environment, the class, the array, its address.
            jni.bind(
                    self,
                    "release",
                    "(Ljava/lang/Object;J)J",
                    MethodHandles.permuteArguments(release, JniFunctions.words(4), 0, 2, 3));
        }
    }

    /** Whether what is read at the addresses of some arrays is what they hold. */
    private boolean works() {
        for (int length = TRIED_FIRST; length <= TRIED_LAST; length *= 4) {
            byte[] array = new byte[length];
            for (int i = 0; i < length; i++) {
                array[i] = (byte) (i * 31 + length);
            }
            long address = pin(array);
            MemorySegment seen = MemorySegment.ofAddress(address).reinterpret(length);
            boolean isSame = seen.mismatch(MemorySegment.ofArray(array)) < 0;
            unpin(array, address);
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    /**
     * Pins an array.
     *
     * @param array array of a primitive type
     * @return the address of its first element, good until it is unpinned
     */
    public long pin(Object array) {
        return hold(array);
    }

    /**
     * Lets the collector move an array again. Called once for each {@link #pin}.
     *
     * @param array the array
     * @param address what {@code pin} has returned
     */
    public void unpin(Object array, long address) {
        var _ = release(array, address); // a word of no meaning
    }

    private static native long hold(Object array);

    private static native long release(Object array, long address);
}
