package org.activeobjects.transport.diagnosis;

/**
 * What a call waits for that waits for no operation itself; the text is made when somebody asks for
 * it.
 *
 * @param call name of the call
 * @param operation the operation, or several, that it is about
 */
public record Awaited(String call, Object operation) {

    @Override
    public String toString() {
        return call + " " + operation;
    }
}
