package org.activeobjects.transport.ucx.binding;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/**
 * A structure of {@code ucp.h} outside of the heap: its fields by name, zero until they are set.
 *
 * <p>Each form is whole, as UCX 1.13 declares it on 64 bits, and the bits beside it tell UCX which
 * of its fields count. Later versions add fields at the end, and look at them only if their bit is
 * set. To find a field takes a while: not for what is done per message.
 *
 * <p><b>Threading:</b> none of its own.
 *
 * <p><b>Source:</b> {@code ucp/api/ucp.h}, whose names these are, without their prefix.
 */
final class Structure {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG; // pointers and sizes, too
    private static final MemoryLayout GAP = MemoryLayout.paddingLayout(Integer.BYTES);

    /** {@code ucp_params_t}. */
    static final StructLayout PARAMS =
            MemoryLayout.structLayout(
                    LONG.withName("field_mask"),
                    LONG.withName("features"),
                    LONG.withName("request_size"),
                    LONG.withName("request_init"),
                    LONG.withName("request_cleanup"),
                    LONG.withName("tag_sender_mask"),
                    INT.withName("mt_workers_shared"),
                    GAP,
                    LONG.withName("estimated_num_eps"),
                    LONG.withName("estimated_num_ppn"),
                    LONG.withName("name"));

    static final long PARAM_FIELD_FEATURES = 1;
    static final long FEATURE_TAG = 1;
    static final long FEATURE_WAKEUP = 1 << 4;

    /** {@code ucp_worker_params_t}. */
    static final StructLayout WORKER_PARAMS =
            MemoryLayout.structLayout(
                    LONG.withName("field_mask"),
                    INT.withName("thread_mode"),
                    GAP,
                    MemoryLayout.sequenceLayout(16, LONG).withName("cpu_mask"),
                    INT.withName("events"),
                    GAP,
                    LONG.withName("user_data"),
                    INT.withName("event_fd"),
                    GAP,
                    LONG.withName("flags"),
                    LONG.withName("name"),
                    LONG.withName("am_alignment"),
                    LONG.withName("client_id"));

    static final long WORKER_PARAM_FIELD_THREAD_MODE = 1;
    static final long WORKER_PARAM_FIELD_FLAGS = 1 << 5;
    static final int THREAD_MODE_SERIALIZED = 1;
    static final long WORKER_FLAG_IGNORE_REQUEST_LEAK = 1;

    /** {@code ucp_worker_attr_t}. */
    static final StructLayout WORKER_ATTR =
            MemoryLayout.structLayout(
                    LONG.withName("field_mask"),
                    INT.withName("thread_mode"),
                    INT.withName("address_flags"),
                    LONG.withName("address"),
                    LONG.withName("address_length"),
                    LONG.withName("max_am_header"),
                    MemoryLayout.sequenceLayout(32, ValueLayout.JAVA_BYTE).withName("name"),
                    LONG.withName("max_debug_string"));

    static final long WORKER_ATTR_FIELD_ADDRESS = 1 << 1;

    /** {@code ucp_ep_params_t}. */
    static final StructLayout EP_PARAMS =
            MemoryLayout.structLayout(
                    LONG.withName("field_mask"),
                    LONG.withName("address"),
                    INT.withName("err_mode"),
                    GAP,
                    LONG.withName("err_handler.cb"),
                    LONG.withName("err_handler.arg"),
                    LONG.withName("user_data"),
                    INT.withName("flags"),
                    GAP,
                    LONG.withName("sockaddr.addr"),
                    LONG.withName("sockaddr.addrlen"),
                    LONG.withName("conn_request"),
                    LONG.withName("name"),
                    LONG.withName("local_sockaddr.addr"),
                    LONG.withName("local_sockaddr.addrlen"));

    static final long EP_PARAM_FIELD_REMOTE_ADDRESS = 1;
    static final long EP_PARAM_FIELD_ERR_HANDLING_MODE = 1 << 1;
    static final long EP_PARAM_FIELD_ERR_HANDLER = 1 << 2;
    static final int ERR_HANDLING_MODE_PEER = 1;

    /** {@code ucp_request_param_t}. */
    static final StructLayout REQUEST_PARAM =
            MemoryLayout.structLayout(
                    INT.withName("op_attr_mask"),
                    INT.withName("flags"),
                    LONG.withName("request"),
                    LONG.withName("cb"),
                    LONG.withName("datatype"),
                    LONG.withName("user_data"),
                    LONG.withName("reply_buffer"),
                    INT.withName("memory_type"), // 0 is that of the host
                    GAP,
                    LONG.withName("recv_info"),
                    LONG.withName("memh"));

    static final int OP_ATTR_FIELD_FLAGS = 1 << 4;
    static final int OP_ATTR_FIELD_MEMORY_TYPE = 1 << 6;
    static final int OP_ATTR_FLAG_NO_IMM_CMPL = 1 << 16;
    static final int OP_ATTR_FLAG_FAST_CMPL = 1 << 17;
    static final int EP_CLOSE_FLAG_FORCE = 1;

    /** {@code ucp_mem_map_params_t}. */
    static final StructLayout MEM_MAP_PARAMS =
            MemoryLayout.structLayout(
                    LONG.withName("field_mask"),
                    LONG.withName("address"),
                    LONG.withName("length"),
                    INT.withName("flags"),
                    INT.withName("prot"),
                    INT.withName("memory_type"),
                    GAP);

    static final long MEM_MAP_PARAM_FIELD_ADDRESS = 1;
    static final long MEM_MAP_PARAM_FIELD_LENGTH = 1 << 1;

    /** {@code ucp_tag_recv_info_t}. */
    static final StructLayout TAG_RECV_INFO =
            MemoryLayout.structLayout(LONG.withName("sender_tag"), LONG.withName("length"));

    private final StructLayout form;
    private final MemorySegment memory;

    /**
     * A structure of zeros.
     *
     * @param form one of those above
     * @param arena where its memory comes from
     */
    Structure(StructLayout form, Arena arena) {
        this.form = form;
        this.memory = arena.allocate(form);
    }

    /** Sets a field; fails if the form has none of this name, or the value does not fit. */
    Structure set(String field, long value) {
        long offset = offset(form, field);
        switch (form.select(PathElement.groupElement(field))) {
            case ValueLayout.OfInt number -> memory.set(number, offset, Math.toIntExact(value));
            case ValueLayout.OfLong number -> memory.set(number, offset, value);
            default -> throw new IllegalArgumentException("not a number: field=" + field);
        }
        return this;
    }

    /** Reads a field that is a size or a pointer. */
    long get(String field) {
        return memory.get(LONG, offset(form, field));
    }

    long address() {
        return memory.address();
    }

    /** Where a field of a form begins, bytes. */
    static long offset(StructLayout form, String field) {
        return form.byteOffset(PathElement.groupElement(field));
    }
}
