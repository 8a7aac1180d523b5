package org.activeobjects.transport.contract;

import org.activeobjects.transport.Slice;
import org.activeobjects.transport.spi.FrameHeader;
import org.activeobjects.transport.spi.FrameReceiver;
import org.activeobjects.transport.spi.Landing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps every frame that comes, with a copy of its payload, and how the link ended. */
public class FrameRecorder implements FrameReceiver {

    /** One frame. */
    public record Frame(long word0, long word1, long word2, long word3, byte[] payload) {}

    public final List<Frame> frames = new CopyOnWriteArrayList<>();
    public final List<String> closings = new CopyOnWriteArrayList<>();
    public final AtomicInteger rooms = new AtomicInteger();
    private byte[] payload;

    @Override
    public void onHeader(FrameHeader header, Landing landing) {
        payload = new byte[header.payloadLength()];
        if (payload.length == 0) {
            keep(header);
        } else {
            landing.into(Slice.of(payload), 0);
        }
    }

    @Override
    public void onPayload(FrameHeader header) {
        keep(header);
    }

    @Override
    public void onRoom() {
        rooms.incrementAndGet();
    }

    @Override
    public void onClosed(String reason, Throwable cause) {
        closings.add(reason);
    }

    /**
     * One in whose {@link #closings} an end that is taken for the peer's is marked.
     *
     * @return a new one
     */
    public static FrameRecorder tellingEndsOfThePeer() {
        return new FrameRecorder() {
            @Override
            public void onPeerClosed(String reason) {
                closings.add("the peer is asked why: " + reason);
            }
        };
    }

    private void keep(FrameHeader header) {
        frames.add(
                new Frame(header.word0(), header.word1(), header.word2(), header.word3(), payload));
    }
}
