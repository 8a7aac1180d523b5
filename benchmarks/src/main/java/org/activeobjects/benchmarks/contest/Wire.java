package org.activeobjects.benchmarks.contest;

/** What lies between two sides; only programs on the same wire are compared. */
public enum Wire {
    /** Two threads of one JVM. */
    JVM("within one JVM"),
    /** Two processes that share memory. */
    MEMORY("shared memory"),
    /** Two processes and the kernel's TCP over the loopback device. */
    TCP("TCP on loopback");

    private final String title;

    Wire(String title) {
        this.title = title;
    }

    /**
     * The name for people.
     *
     * @return a few words
     */
    public String title() {
        return title;
    }
}
