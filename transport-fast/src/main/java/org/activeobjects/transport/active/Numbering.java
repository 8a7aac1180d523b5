package org.activeobjects.transport.active;

import org.activeobjects.transport.ActiveMessages;
import org.activeobjects.transport.ActiveMessages.Bulk;
import org.activeobjects.transport.ActiveMessages.Message;
import org.activeobjects.transport.ActiveMessages.Request;
import org.activeobjects.transport.Slice;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** The handlers of one table, by number. Filled once, by the thread that opens the table. */
final class Numbering implements ActiveMessages.Table {

    private static final int COUNT = 256;
    private static final String NAME = "[A-Za-z0-9._-]{1,64}";

    private final String table;
    private final Handler[] handlers = new Handler[COUNT];
    private boolean isClosed;

    /** What a handler takes. */
    enum Kind {
        REQUEST("request"),
        REPLY("reply"),
        BULK("bulk");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** The code for one kind of bulk requests. */
    record BulkCode(
            Function<? super Bulk, Slice> room,
            Consumer<? super Bulk> onBulk,
            Consumer<? super Bulk> onBrokenOff) {

        BulkCode {
            Objects.requireNonNull(room, "what names the room for a bulk request is null");
            requireCode(onBulk);
            requireCode(onBrokenOff);
        }
    }

    /** One handler; two of the three kinds of code are null. */
    record Handler(
            String table,
            int number,
            Kind kind,
            String name,
            Consumer<? super Request> onRequest,
            Consumer<? super Message> onReply,
            BulkCode bulk,
            AtomicBoolean hasFailed) {

        void run(ShortMessage message) {
            switch (kind) {
                case REQUEST -> onRequest.accept(message);
                case REPLY -> onReply.accept(message);
                case BULK -> bulk.onBulk.accept(message);
            }
        }

        @Override
        public String toString() {
            return table + ":" + number + " " + kind.word + " " + name;
        }
    }

    Numbering(String table) {
        requireName(table);
        this.table = table;
    }

    private static void requireCode(Consumer<?> code) {
        Objects.requireNonNull(code, "the code of a handler is null");
    }

    private static void requireName(String name) {
        Objects.requireNonNull(name, "the name of a table or of a handler is null");
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException(
                    "a name has 1 to 64 letters, digits, '.', '-' and '_': name=" + name);
        }
    }

    @Override
    public ActiveMessages.Table onRequest(int number, String name, Consumer<? super Request> code) {
        requireCode(code);
        return add(
                new Handler(
                        table, number, Kind.REQUEST, name, code, null, null, new AtomicBoolean()));
    }

    @Override
    public ActiveMessages.Table onReply(int number, String name, Consumer<? super Message> code) {
        requireCode(code);
        return add(
                new Handler(
                        table, number, Kind.REPLY, name, null, code, null, new AtomicBoolean()));
    }

    @Override
    public ActiveMessages.Table onBulk(
            int number,
            String name,
            Function<? super Bulk, Slice> room,
            Consumer<? super Bulk> code,
            Consumer<? super Bulk> brokenOff) {
        return add(
                new Handler(
                        table,
                        number,
                        Kind.BULK,
                        name,
                        null,
                        null,
                        new BulkCode(room, code, brokenOff),
                        new AtomicBoolean()));
    }

    private ActiveMessages.Table add(Handler handler) {
        requireName(handler.name);
        if (isClosed) {
            throw new IllegalStateException(
                    "the table is open, its numbering cannot be changed: handler="
                            + handler
                            + "; name every handler while it is opened");
        }
        if (handler.number < 1 || handler.number >= COUNT) {
            throw new IllegalArgumentException("handler outside 1 to 255: handler=" + handler);
        }
        if (handlers[handler.number] != null) {
            throw new IllegalArgumentException(
                    "the handler number is taken: handler="
                            + handler
                            + " by="
                            + handlers[handler.number]);
        }
        handlers[handler.number] = handler;
        return this;
    }

    void close() {
        isClosed = true;
    }

    /** The handler of a number of one kind; null if there is none, whatever the number. */
    Handler find(int number, Kind kind) {
        Handler handler = number > 0 && number < COUNT ? handlers[number] : null;
        return handler != null && handler.kind == kind ? handler : null;
    }

    /** The handler of a number that the caller has given. */
    void require(int number, Kind kind) {
        if (find(number, kind) == null) {
            throw new IllegalArgumentException(
                    "no handler of this number and kind: table=%s handler=%s kind=%s numbering=%s"
                            .formatted(table, number, kind.word, listing()));
        }
    }

    /** The same in every runtime: number, kind and name of each handler. */
    String listing() {
        StringBuilder text = new StringBuilder();
        for (Handler one : handlers) {
            if (one != null) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(one.number)
                        .append(' ')
                        .append(one.kind.word)
                        .append(' ')
                        .append(one.name);
            }
        }
        return text.isEmpty() ? "nothing" : text.toString();
    }

    /** The first 64 bits of a digest of the listing. */
    long digest() {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] bytes = sha.digest(listing().getBytes(StandardCharsets.US_ASCII));
            return ByteBuffer.wrap(bytes).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JDK", e);
        }
    }
}
