package org.activeobjects.api;

import org.activeobjects.internal.migration.Migration;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.spi.BodyHandle;

import java.util.Objects;

/**
 * Moves active objects between nodes.
 *
 * <p>An object moves itself. Asked for by a request, it leaves when that is over; asked for by its
 * activity outside of any request, at once, and then the activity has to return. Its state is
 * copied, stubs and awaited futures in it stay what they are, and so does its id; its queue
 * follows, and so do the references and names that others have, in the order of the calls of each
 * caller. {@code initActivity} does not run again, {@code runActivity} does. If the object cannot
 * be copied, or the other node does not take it, it stays and goes on, with a warning in the log.
 *
 * <p><b>Threading:</b> called by the thread of the object that moves.
 *
 * <p><b>Source:</b> {@code PAMobileAgent} of ProActive 4. Different here: in a request, the code
 * after the call runs on as usual, and the object moves after it. Multi-active objects and members
 * of SPMD groups do not move.
 */
public final class PAMobileAgent {

    private PAMobileAgent() {}

    /**
     * Moves the active object that the calling thread serves. If a request asks more than once, the
     * last time counts; the node that the object lives on lets it stay.
     *
     * @param node where to
     * @throws IllegalStateException if the calling thread serves none
     * @throws org.activeobjects.error.ActiveObjectException if the object is of a kind that cannot
     *     move
     */
    public static void migrateTo(Node node) {
        if (!(BodyHandle.current() instanceof LocalBody body)) {
            throw new IllegalStateException(
                    "this thread serves no active object: thread="
                            + Thread.currentThread().getName());
        }
        Objects.requireNonNull(node, "the node to move to is null");
        Migration.begin(body, node);
    }

    /**
     * Moves the active object that the calling thread serves.
     *
     * @param nodeUrl URL of the node where to
     * @throws IllegalStateException if the calling thread serves none
     * @throws org.activeobjects.error.NodeException if there is no such node
     * @throws org.activeobjects.error.ActiveObjectException if the object is of a kind that cannot
     *     move
     */
    public static void migrateTo(String nodeUrl) {
        migrateTo(NodeFactory.getNode(nodeUrl));
    }

    /**
     * Moves the active object that the calling thread serves to where another one is.
     *
     * @param activeObject stub of the other one
     * @throws IllegalStateException if the calling thread serves none
     * @throws IllegalArgumentException if the argument is no stub of an active object
     * @throws org.activeobjects.error.ActiveObjectException if the object is of a kind that cannot
     *     move
     */
    public static void migrateTo(Object activeObject) {
        migrateTo(PAActiveObject.getActiveObjectNode(activeObject));
    }
}
