package org.activeobjects.error;

import java.io.Serial;

/**
 * Stands for an exception of another JVM whose class cannot be rebuilt here: it keeps the name of
 * the class, the text, the stack trace, and the causes.
 */
public class UnknownThrowableException extends ActiveObjectException {

    @Serial private static final long serialVersionUID = 1;

    private final String className;
    private final String originalMessage;

    /**
     * In place of one throwable.
     *
     * @param className name of its class
     * @param originalMessage its message, or {@code null}
     */
    public UnknownThrowableException(String className, String originalMessage) {
        super(originalMessage == null ? className : className + ": " + originalMessage);
        this.className = className;
        this.originalMessage = originalMessage;
    }

    /**
     * Class that was thrown there.
     *
     * @return its name
     */
    public String className() {
        return className;
    }

    /**
     * Message of what was thrown there.
     *
     * @return the text, or {@code null}
     */
    public String originalMessage() {
        return originalMessage;
    }
}
