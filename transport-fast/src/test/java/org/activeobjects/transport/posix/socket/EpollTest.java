package org.activeobjects.transport.posix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.transport.posix.RefusingKernel;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class EpollTest {

    private static final long NO_LIMIT = -1;

    private static final int ERROR = 8; // EPOLLERR
    private static final int ENOSPC = 28;

    @BeforeEach
    void requireSockets() {
        Assumptions.assumeTrue(Sockets.whyNot() == null, Sockets.whyNot());
    }

    @Test
    void tellsWhichConnectionsHaveInput() throws IOException {
        try (Epoll epoll = new Epoll();
                SocketPair one = SocketPair.open();
                SocketPair other = SocketPair.open()) {
            Epoll.Look look = epoll.new Look(8);
            epoll.add(one.near(), 17);
            epoll.add(other.near(), 18);
            assertThat(look.now()).isZero();
            other.far().send(new byte[1], 0, 1);
            assertThat(look.await(NO_LIMIT)).isEqualTo(1);
            assertThat(look.key(0)).isEqualTo(18);
            assertThat(look.events(0)).isEqualTo(Epoll.IN);
            one.far().send(new byte[1], 0, 1);
            assertThat(one.near().awaitInput(SocketPair.PATIENCE_NS)).isTrue();
            assertThat(look.now()).as("what is not received stays").isEqualTo(2);
            other.near().receive(new byte[1], 0, 1);
            assertThat(look.now()).isEqualTo(1);
            assertThat(look.key(0)).isEqualTo(17);
        }
    }

    @Test
    void looksForWhatItIsTold() throws IOException {
        try (Epoll epoll = new Epoll();
                SocketPair pair = SocketPair.open()) {
            Epoll.Look look = epoll.new Look(8);
            Epoll.Member member = epoll.add(pair.near(), 3);
            assertThat(look.now()).isZero();
            member.lookFor(Epoll.IN | Epoll.OUT);
            assertThat(look.now()).isEqualTo(1);
            assertThat(look.events(0)).isEqualTo(Epoll.OUT);
            member.lookFor(0);
            assertThat(look.now()).isZero();
            pair.far().close();
            pair.near().awaitInput(SocketPair.PATIENCE_NS);
            member.lookFor(Epoll.IN);
            assertThat(look.now()).isEqualTo(1);
            member.lookFor(0);
            assertThat(look.now()).isZero();
        }
    }

    @Test
    void tellsOfNoErrorWhileNothingIsLookedFor() throws IOException {
        try (Epoll epoll = new Epoll();
                SocketPair pair = SocketPair.open()) {
            Epoll.Look look = epoll.new Look(8);
            Epoll.Member member = epoll.add(pair.near(), 3);
            member.lookFor(0);
            member.lookFor(0); // which it does already
            pair.near().send(new byte[1], 0, 1);
            assertThat(pair.far().awaitInput(SocketPair.PATIENCE_NS)).isTrue();
            pair.far().close(); // with a byte that was not received: resets the connection
            assertThat(pair.near().awaitInput(SocketPair.PATIENCE_NS)).isTrue();
            assertThat(look.now()).isZero();
            member.lookFor(Epoll.IN);
            assertThat(look.now()).isEqualTo(1);
            assertThat(look.events(0) & ERROR).isEqualTo(ERROR);
            assertThat(look.key(0)).isEqualTo(3);
        }
    }

    @Test
    void forgetsAConnectionThatIsClosed() throws IOException {
        try (Epoll epoll = new Epoll();
                SocketPair pair = SocketPair.open()) {
            Epoll.Look look = epoll.new Look(8);
            Epoll.Member member = epoll.add(pair.near(), 3);
            pair.far().send(new byte[1], 0, 1);
            assertThat(look.await(NO_LIMIT)).isEqualTo(1);
            pair.near().close();
            assertThat(look.now()).isZero();
            assertThatThrownBy(() -> member.lookFor(Epoll.OUT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed by this side");
        }
    }

    @Test
    void tellsOfAConnectionThatArrivesAtAPort() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Epoll epoll = new Epoll();
                ListeningSocket door = Sockets.listen(any, 1, SocketPair.ANY)) {
            epoll.add(door, 0);
            assertThat(door.accept()).isNull();
            Epoll.Look look = epoll.new Look(8);
            assertThat(look.now()).isZero();
            try (StreamSocket near = Sockets.connect(door.address(), SocketPair.ANY)) {
                assertThat(look.await(NO_LIMIT)).isEqualTo(1);
                assertThat(look.key(0)).isZero();
                try (StreamSocket far = door.accept()) {
                    assertThat(far.peerAddress()).isEqualTo(near.localAddress());
                }
            }
        }
    }

    @Test
    void wakesAWaiterAndEveryLaterOne() throws IOException {
        try (Epoll epoll = new Epoll()) {
            CompletableFuture<Integer> waiting =
                    CompletableFuture.supplyAsync(() -> wokenKey(epoll));
            epoll.wake();
            assertThat(waiting.join()).isEqualTo(Epoll.WOKEN);
            assertThat(wokenKey(epoll)).isEqualTo(Epoll.WOKEN);
            epoll.wake();
            assertThat(wokenKey(epoll)).isEqualTo(Epoll.WOKEN);
        }
    }

    private static int wokenKey(Epoll epoll) {
        Epoll.Look look = epoll.new Look(8);
        return look.await(NO_LIMIT) == 1 ? look.key(0) : 0;
    }

    @Test
    void givesItsDescriptorsBack() throws IOException {
        new Epoll().close();
        long before = SocketPair.openFiles();
        for (int i = 0; i < 20; i++) {
            Epoll epoll = new Epoll();
            epoll.close();
            epoll.close();
            epoll.wake();
        }
        assertThat(SocketPair.openFiles()).isEqualTo(before);
    }

    @Test
    void givesItsDescriptorsBackWhereTheKernelRefusesToLook() {
        RefusingKernel.EPOLL_CTL.during(
                ENOSPC,
                () -> {
                    assertThatThrownBy(Epoll::new).hasMessageContaining("epoll_ctl");
                    long before = SocketPair.openFiles();
                    assertThatThrownBy(Epoll::new).isInstanceOf(IOException.class);
                    assertThat(SocketPair.openFiles()).isEqualTo(before);
                });
    }
}
