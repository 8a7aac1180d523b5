package org.activeobjects.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the list of devices says of shared memory. */
class UcxSettingsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all",
                "shm",
                "rc,sm",
                "posix,self",
                "tcp,sysv",
                "self,xpmem",
                "^cma",
                "^posix",
                "^tcp,rc",
                "^posix,sysv"
            })
    void mayLeaveSharedMemory(String devices) {
        assertThat(UcxSettings.nameSharedMemory(devices)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp",
                "tcp,self",
                "rc,ud,self",
                "cma,tcp",
                "^sm",
                "^shm,rc",
                "^posix,sysv,xpmem",
                ""
            })
    void mayLeaveNone(String devices) {
        assertThat(UcxSettings.nameSharedMemory(devices)).isFalse();
    }
}
