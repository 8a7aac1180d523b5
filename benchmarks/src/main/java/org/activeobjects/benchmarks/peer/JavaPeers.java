package org.activeobjects.benchmarks.peer;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Wire;
import org.activeobjects.benchmarks.process.JvmProgram;
import org.activeobjects.benchmarks.side.Measurement;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** The peers that are written in Java; they need nothing but this project's class path. */
public final class JavaPeers {

    private static final List<String> AERON_FLAGS =
            List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private JavaPeers() {}

    /**
     * All of them.
     *
     * @return one contestant each
     */
    public static List<Contestant> all() {
        return List.of(
                peer("nio-polled", "NIO polled", JvmProgram.of(PolledSide.class)),
                peer("socket", "JDK socket", JvmProgram.of(SocketSide.class)),
                peer("plain-netty", "plain Netty", JvmProgram.of(NettySide.class)),
                objectStream("byte"),
                objectStream("int"),
                objectStream("double"),
                objectStream("usual", ObjectStreamSide.Buffers.USUAL),
                objectStream("unbuffered", ObjectStreamSide.Buffers.NONE),
                rmi("byte"),
                rmi("double"),
                new Contestant(
                        "aeron-ipc",
                        "Aeron IPC",
                        Wire.MEMORY,
                        false,
                        EnumSet.allOf(Measurement.class),
                        AeronSide.MAX_BYTES,
                        false,
                        new JvmProgram(
                                AeronSide.class,
                                false,
                                List.of(),
                                AERON_FLAGS,
                                Map.of(),
                                AeronDriver.class)),
                contestant(
                        "arraycopy",
                        "bare arraycopy",
                        Wire.JVM,
                        new JvmProgram(
                                ArrayCopySide.class, true, List.of(), List.of(), Map.of(), null)));
    }

    private static Contestant objectStream(String type) {
        return peer(
                "oos-" + type,
                "OOS " + type + "[]",
                objectStreams(type, ObjectStreamSide.Buffers.LONG));
    }

    /** The same as users write it who do not look for what is fast. */
    private static Contestant objectStream(String name, ObjectStreamSide.Buffers buffers) {
        return peer("oos-" + name, "OOS double[] " + name, objectStreams("double", buffers));
    }

    private static JvmProgram objectStreams(String type, ObjectStreamSide.Buffers buffers) {
        return JvmProgram.of(ObjectStreamSide.class, type, buffers.name());
    }

    private static Contestant rmi(String type) {
        return peer("rmi-" + type, "RMI " + type + "[]", JvmProgram.of(RmiSide.class, type));
    }

    private static Contestant peer(String id, String name, JvmProgram program) {
        return contestant(id, name, Wire.TCP, program);
    }

    private static Contestant contestant(String id, String name, Wire wire, JvmProgram program) {
        return new Contestant(
                id,
                name,
                wire,
                false,
                EnumSet.allOf(Measurement.class),
                Integer.MAX_VALUE,
                false,
                program);
    }
}
