package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ElementType;
import org.activeobjects.transport.Slice;
import org.activeobjects.transport.address.RuntimeId;

/**
 * What a handler sees of one message; used again for the next.
 *
 * <p><b>Threading:</b> the thread that runs the handler.
 */
final class ShortMessage implements ActiveMessages.Bulk {

    private final RuntimeId from;
    private final long[] words = new long[ActiveMessages.MAX_WORDS];
    private int count;
    private Replies replies;
    private ElementType type;
    private long elements;
    private Slice room;

    /** The way of a reply. */
    interface Replies {

        /** Sends the reply of the request that is being handled; its handler may not exist. */
        void reply(int handler, long[] words, int count);
    }

    ShortMessage(RuntimeId from) {
        this.from = from;
    }

    /** Where the words go. */
    long[] array() {
        return words;
    }

    /** The words are there; a reply goes this way, or cannot be sent if that is null. */
    void open(int newCount, Replies newReplies) {
        count = newCount;
        replies = newReplies;
    }

    /** Elements are announced, or lie in a slice. */
    void elements(ElementType newType, long newElements, Slice newRoom) {
        type = newType;
        elements = newElements;
        room = newRoom;
    }

    /** The handler is over. Returns whether it could have replied and has not. */
    boolean close() {
        boolean isOpen = replies != null;
        replies = null;
        return isOpen;
    }

    @Override
    public RuntimeId from() {
        return from;
    }

    @Override
    public int words() {
        return count;
    }

    @Override
    public long word(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("no such word: index=" + index + " words=" + count);
        }
        return words[index];
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public long count() {
        return elements;
    }

    @Override
    public Slice room() {
        return room;
    }

    @Override
    public void reply(int handler, long word0) {
        requireOpen();
        long word = words[0];
        words[0] = word0;
        try {
            send(handler, words, 1);
        } finally {
            words[0] = word;
        }
    }

    @Override
    public void reply(int handler, long word0, long word1) {
        requireOpen();
        long first = words[0];
        long second = words[1];
        words[0] = word0;
        words[1] = word1;
        try {
            send(handler, words, 2);
        } finally {
            words[0] = first;
            words[1] = second;
        }
    }

    @Override
    public void reply(int handler, long[] given, int number) {
        requireOpen();
        send(handler, given, number);
    }

    private void requireOpen() {
        if (replies == null) {
            throw new IllegalStateException(
                    "a request has one reply, sent by its handler while it is handled: from="
                            + from
                            + "; answer later by a request of your own");
        }
    }

    private void send(int handler, long[] given, int number) {
        Replies way = replies;
        way.reply(handler, given, number);
        replies = null;
    }
}
