package org.activeobjects.transport.shm.joint;

import org.activeobjects.transport.spi.Doorbell;

import java.lang.foreign.MemorySegment;

/**
 * What the two sides of a link copy together, in either direction.
 *
 * <p><b>Threading:</b> the thread that polls the link.
 */
public final class JointLane {

    private final JointCopy pulled;
    private final JointPush push;
    private final boolean mayHelp;
    private JointPart buffers;
    private JointPart arrays;

    /**
     * Nothing is copied yet.
     *
     * @param ownWords {@link JointLayout#LENGTH} bytes that both have mapped, 0 at first: of what
     *     this side pulls
     * @param peerWords likewise, of what the peer pulls
     * @param mayHelp whether a sender that waits may copy a part by itself: each of the two has a
     *     core of its own, and a receive that is given up can be kept from it
     */
    public JointLane(MemorySegment ownWords, MemorySegment peerWords, boolean mayHelp) {
        this.pulled = new JointCopy(ownWords);
        this.push = new JointPush(peerWords, source -> source < 0 ? arrays : buffers);
        this.mayHelp = mayHelp;
    }

    /**
     * Says by what this side copies as a sender; before it first polls.
     *
     * @param part for sources whose handle has the highest bit clear, as those of buffers have
     */
    public void copyBuffersBy(JointPart part) {
        buffers = part;
    }

    /**
     * Says by what this side copies as a sender; before it first polls.
     *
     * @param part for sources whose handle has the highest bit set, as those of arrays have
     */
    public void copyArraysBy(JointPart part) {
        arrays = part;
    }

    /**
     * Whether a sender that waits may copy a part by itself.
     *
     * @return as was said when this was made
     */
    public boolean mayHelp() {
        return mayHelp;
    }

    /**
     * The copy that this side pulls.
     *
     * @return the same one always
     */
    public JointCopy pulled() {
        return pulled;
    }

    /**
     * Copies a part of what the peer pulls, if there is one left and nothing is pulled here.
     *
     * @param bellOfPeer rung if the peer may sleep until that part is there
     * @return parts copied, 0 or 1
     */
    public int help(Doorbell bellOfPeer) {
        if (pulled.isUnderWay() || !push.step()) {
            return 0;
        }
        if (push.isAwaited() && bellOfPeer.level() != Doorbell.AWAKE) {
            bellOfPeer.ring();
        }
        return 1;
    }

    /**
     * Whether a pull can go on that has waited for its sender.
     *
     * @return true if that has copied what it had taken
     */
    public boolean isHelped() {
        return pulled.isLeftToSender() && pulled.hasCome();
    }
}
