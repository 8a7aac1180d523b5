package org.activeobjects.transport.shm.joint;

/**
 * What a sender copies by: from places of its own to those of a peer that pulls.
 *
 * <p>What the peer says of the copy is not trusted: it is copied from inside of what the peer may
 * read, to inside of what it lets this side write, or not at all.
 *
 * <p><b>Threading:</b> the thread that polls the link.
 */
public interface JointPart {

    /**
     * Aims at a copy; each number is the peer's, and may be any.
     *
     * @param source handle of the source
     * @param sourceAt place of the first byte there
     * @param target what says where it goes
     * @param targetAt likewise
     * @param bytes length, 1 or more
     * @return false if nothing is to be copied there
     */
    boolean aim(long source, long sourceAt, long target, long targetAt, long bytes);

    /**
     * Copies a part of what it was aimed at last.
     *
     * @param from first byte
     * @param bytes length; inside of what it was aimed at
     * @return false if that has failed
     */
    boolean copy(long from, long bytes);
}
