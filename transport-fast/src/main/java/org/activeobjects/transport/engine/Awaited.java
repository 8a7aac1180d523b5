package org.activeobjects.transport.engine;

/** What a call waits for; the text is made when somebody asks for it. */
record Awaited(String call, Object operation) {

    @Override
    public String toString() {
        return call + " " + operation;
    }
}
