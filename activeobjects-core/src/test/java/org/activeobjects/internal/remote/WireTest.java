package org.activeobjects.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HexFormat;

class WireTest {

    @Test
    void laysOutTheHeaderOfARequest() {
        byte[] head = new byte[Wire.HEADER];
        Wire.kind(head, Wire.REQUEST, (byte) 0, (byte) 0);
        Wire.method(head, 0x01020304, 0x1112131415161718L);
        Wire.callee(head, 0x2122232425262728L);
        Wire.sender(head, 0x3132333435363738L);
        Wire.requestId(head, 0x4142434445464748L);

        assertThat(HexFormat.of().formatHex(head))
                .isEqualTo(
                        "01000000"
                                + "04030201"
                                + "2827262524232221"
                                + "3837363534333231"
                                + "4847464544434241"
                                + "1817161514131211");
        assertThat(Wire.methodId(head)).isEqualTo(0x01020304);
        assertThat(Wire.tableHash(head)).isEqualTo(0x1112131415161718L);
        assertThat(Wire.callee(head)).isEqualTo(0x2122232425262728L);
        assertThat(Wire.sender(head)).isEqualTo(0x3132333435363738L);
        assertThat(Wire.requestId(head)).isEqualTo(0x4142434445464748L);
    }

    @Test
    void laysOutTheOtherKinds() {
        byte[] head = new byte[Wire.HEADER];

        Wire.kind(head, Wire.REPLY, Wire.FAILED, (byte) 0);
        assertThat(head).startsWith(2, 1, 0, 0);
        Wire.kind(head, Wire.EXTENSION, (byte) 0, (byte) 0);
        assertThat(head).startsWith(3, 0, 0, 0);
        Wire.kind(head, Wire.TERMINATE, Wire.IMMEDIATE, (byte) 0);
        assertThat(head).startsWith(4, 1, 0, 0);
        Wire.kind(head, Wire.SYSTEM, (byte) 0, SystemOps.LIST);
        assertThat(head).startsWith(5, 0, 5, 0);
        Wire.kind(head, Wire.CLASSES, (byte) 0, (byte) 0);
        assertThat(head).startsWith(17, 0, 0, 0);
        Wire.kind(head, Wire.MARK, (byte) 0, (byte) 0);
        assertThat(head).startsWith(7, 0, 0, 0);
        Wire.kind(head, Wire.CREDITS, (byte) 0, (byte) 0);
        assertThat(head).startsWith(18, 0, 0, 0);
        Wire.kind(head, Wire.ARRIVED, (byte) 0, (byte) 0);
        assertThat(head).startsWith(19, 0, 0, 0);
        Wire.kind(head, Wire.REQUEST, Wire.CONTEXT, (byte) 0);
        Wire.flag(head, Wire.ARRIVAL, true);
        Wire.flag(head, Wire.ONE_WAY, true);
        assertThat(head).startsWith(1, 13, 0, 0);
        Wire.flag(head, Wire.ARRIVAL, false);
        Wire.flag(head, Wire.ONE_WAY, false);
        Wire.flag(head, Wire.CREDIT, true);
        assertThat(head).startsWith(1, 3, 0, 0);
        Wire.flag(head, Wire.CREDIT, false);
        assertThat(head).startsWith(1, 1, 0, 0);
    }

    @Test
    void givesEveryObjectAStreamThatIsNotNegative() {
        assertThat(Wire.stream(1)).isEqualTo(1);
        assertThat(Wire.stream(Long.MIN_VALUE)).isNotNegative();
        assertThat(Wire.stream(-1)).isNotNegative();
    }
}
