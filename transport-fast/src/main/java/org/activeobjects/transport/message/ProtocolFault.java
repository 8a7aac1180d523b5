package org.activeobjects.transport.message;

import java.io.Serial;

/** A peer has sent what no peer of ours sends; its link is closed. */
public final class ProtocolFault extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    /**
     * With what was wrong.
     *
     * @param what what was sent, with its values
     */
    public ProtocolFault(String what) {
        super(what, null, false, false);
    }
}
