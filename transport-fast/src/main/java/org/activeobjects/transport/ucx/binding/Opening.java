package org.activeobjects.transport.ucx.binding;

import org.activeobjects.transport.spi.LinkUnavailableException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/** Makes contexts, workers and endpoints of UCX, and closes endpoints: what is done seldom. */
final class Opening {

    private Opening() {}

    static long context(Ucp ucp, Map<String, String> settings) throws LinkUnavailableException {
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment result = temporary.allocate(ValueLayout.JAVA_LONG);
            require("ucp_config_read", ucp.status3("ucp_config_read", 0, 0, result.address()));
            long config = result.get(ValueLayout.JAVA_LONG, 0);
            try {
                for (Map.Entry<String, String> setting : settings.entrySet()) {
                    MemorySegment name = temporary.allocateFrom(setting.getKey());
                    MemorySegment value = temporary.allocateFrom(setting.getValue());
                    require(
                            "setting " + setting,
                            ucp.status3(
                                    "ucp_config_modify", config, name.address(), value.address()));
                }
                Structure parameters =
                        new Structure(Structure.PARAMS, temporary)
                                .set("field_mask", Structure.PARAM_FIELD_FEATURES)
                                .set("features", Structure.FEATURE_TAG | Structure.FEATURE_WAKEUP);
                require(
                        "ucp_init settings=" + settings,
                        ucp.init(parameters.address(), config, result.address()));
                return result.get(ValueLayout.JAVA_LONG, 0);
            } finally {
                ucp.call1("ucp_config_release", config);
            }
        }
    }

    static long worker(Ucp ucp, long context) throws LinkUnavailableException {
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment result = temporary.allocate(ValueLayout.JAVA_LONG);
            long fields =
                    Structure.WORKER_PARAM_FIELD_THREAD_MODE | Structure.WORKER_PARAM_FIELD_FLAGS;
            // What is under way at the end is no leak, and not to be printed.
            Structure parameters =
                    new Structure(Structure.WORKER_PARAMS, temporary)
                            .set("field_mask", fields)
                            .set("thread_mode", Structure.THREAD_MODE_SERIALIZED)
                            .set("flags", Structure.WORKER_FLAG_IGNORE_REQUEST_LEAK);
            int status =
                    ucp.status3(
                            "ucp_worker_create", context, parameters.address(), result.address());
            if (status != Ucp.OK) {
                ucp.call1("ucp_cleanup", context);
            }
            require("ucp_worker_create", status);
            return result.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    static byte[] address(Ucp ucp, long worker) throws LinkUnavailableException {
        try (Arena temporary = Arena.ofConfined()) {
            Structure attributes =
                    new Structure(Structure.WORKER_ATTR, temporary)
                            .set("field_mask", Structure.WORKER_ATTR_FIELD_ADDRESS);
            require(
                    "ucp_worker_query",
                    ucp.status2("ucp_worker_query", worker, attributes.address()));
            long address = attributes.get("address");
            long length = attributes.get("address_length");
            byte[] bytes =
                    MemorySegment.ofAddress(address)
                            .reinterpret(length)
                            .toArray(ValueLayout.JAVA_BYTE);
            ucp.call2("ucp_worker_release_address", worker, address);
            return bytes;
        }
    }

    /** An endpoint, which tells its errors to a callback, or to nobody if that is 0. */
    static long endpoint(Ucp ucp, long worker, byte[] peer, long errorCallback)
            throws LinkUnavailableException {
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment result = temporary.allocate(ValueLayout.JAVA_LONG);
            MemorySegment address = temporary.allocate(peer.length, 8);
            MemorySegment.copy(peer, 0, address, ValueLayout.JAVA_BYTE, 0, peer.length);
            long errors =
                    Structure.EP_PARAM_FIELD_ERR_HANDLING_MODE
                            | Structure.EP_PARAM_FIELD_ERR_HANDLER;
            long fields =
                    Structure.EP_PARAM_FIELD_REMOTE_ADDRESS | (errorCallback == 0 ? 0 : errors);
            Structure parameters =
                    new Structure(Structure.EP_PARAMS, temporary)
                            .set("field_mask", fields)
                            .set("address", address.address())
                            .set("err_mode", Structure.ERR_HANDLING_MODE_PEER)
                            .set("err_handler.cb", errorCallback);
            require(
                    "ucp_ep_create",
                    ucp.status3("ucp_ep_create", worker, parameters.address(), result.address()));
            return result.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /** A request that closes an endpoint; by force, without its peer. */
    static long disconnection(Ucp ucp, long endpoint, boolean force) {
        try (Arena temporary = Arena.ofConfined()) {
            Structure parameters = new Structure(Structure.REQUEST_PARAM, temporary);
            if (force) {
                parameters
                        .set("op_attr_mask", Structure.OP_ATTR_FIELD_FLAGS)
                        .set("flags", Structure.EP_CLOSE_FLAG_FORCE);
            }
            return ucp.request2("ucp_ep_close_nbx", endpoint, parameters.address());
        }
    }

    /** A request that is done when what was sent has gone out. */
    static long flush(Ucp ucp, long endpoint) {
        try (Arena temporary = Arena.ofConfined()) {
            Structure parameters = new Structure(Structure.REQUEST_PARAM, temporary);
            return ucp.request2("ucp_ep_flush_nbx", endpoint, parameters.address());
        }
    }

    /** The descriptor that a worker tells of messages by. */
    static int eventDescriptor(Ucp ucp, long worker) throws LinkUnavailableException {
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment result = temporary.allocate(ValueLayout.JAVA_INT);
            require(
                    "ucp_worker_get_efd",
                    ucp.status2("ucp_worker_get_efd", worker, result.address()));
            return result.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /** A registration of memory with the devices; 0 if they need or want none. */
    static long registration(Ucp ucp, long context, MemorySegment memory) {
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment result = temporary.allocate(ValueLayout.JAVA_LONG);
            long fields =
                    Structure.MEM_MAP_PARAM_FIELD_ADDRESS | Structure.MEM_MAP_PARAM_FIELD_LENGTH;
            Structure parameters =
                    new Structure(Structure.MEM_MAP_PARAMS, temporary)
                            .set("field_mask", fields)
                            .set("address", memory.address())
                            .set("length", memory.byteSize());
            int status =
                    ucp.status3("ucp_mem_map", context, parameters.address(), result.address());
            return status == Ucp.OK ? result.get(ValueLayout.JAVA_LONG, 0) : 0;
        }
    }

    // Whatever is thrown out of the callback would end the process.
    static long callback(UcpWorker.EndpointWatch watch, Arena arena) {
        try {
            MethodHandle target =
                    MethodHandles.lookup()
                            .findVirtual(
                                    UcpWorker.EndpointWatch.class,
                                    "onFailed",
                                    MethodType.methodType(void.class, long.class, int.class))
                            .bindTo(watch);
            FunctionDescriptor descriptor =
                    FunctionDescriptor.ofVoid(
                            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.dropArguments(target, 0, long.class), descriptor, arena)
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void require(String what, int status) throws LinkUnavailableException {
        if (status != Ucp.OK) {
            throw new LinkUnavailableException(
                    "UCX refuses: what=" + what + " status=" + Ucp.describe(status));
        }
    }
}
