package org.activeobjects.spmd.member;

import org.activeobjects.api.PAActiveObject;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.node.Node;
import org.activeobjects.spi.Creation;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.transport.error.TransportException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes the members of an SPMD group: creates them, has each open its endpoint, and tells each of
 * all. What has been made is terminated if one step fails.
 */
public final class GroupMaker {

    private static final Logger LOG = LogManager.getLogger(GroupMaker.class);

    private GroupMaker() {}

    /**
     * Makes members.
     *
     * @param <T> their type
     * @param type their class
     * @param params per member the arguments of its constructor, one or more
     * @param nodes where; member <i>i</i> goes to node <i>i</i> modulo their number
     * @return their stubs, in the order of the ranks
     * @throws ActiveObjectCreationException if a member could not be created or set up
     */
    public static <T> List<T> create(Class<T> type, Object[][] params, List<Node> nodes) {
        List<T> stubs = Creation.createAll(type, params, nodes, true);
        try {
            Object[] descriptions = callAll(stubs, MemberExtension.OPEN, stubs.toArray()).toArray();
            callAll(stubs, MemberExtension.INSTALL, descriptions);
        } catch (RuntimeException failed) {
            terminate(stubs);
            throw new ActiveObjectCreationException(
                    "SPMD group could not be set up: class="
                            + type.getName()
                            + " size="
                            + stubs.size()
                            + ": "
                            + failed.getMessage(),
                    failed);
        } catch (Error met) {
            terminate(stubs);
            throw met;
        }
        return stubs;
    }

    /** Calls the extension of all at once; throws what the first that failed threw. */
    static List<Object> callAll(List<?> stubs, Object... argument) {
        return callAll(RuntimeServices.current(), stubs, argument);
    }

    /** The same from a thread that need not be one of the runtime's. */
    static List<Object> callAll(RuntimeServices services, List<?> stubs, Object... argument) {
        List<CompletableFuture<Object>> answers = new ArrayList<>();
        for (Object stub : stubs) {
            answers.add(services.callExtension(stub, MemberExtension.NAME, argument));
        }
        List<Object> values = new ArrayList<>();
        for (CompletableFuture<Object> answer : answers) {
            try {
                values.add(answer.join());
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof RuntimeException known
                        ? known
                        : new ActiveObjectException(failed.getMessage(), failed);
            }
        }
        return values;
    }

    static void terminate(List<?> stubs) {
        for (Object stub : stubs) {
            try {
                PAActiveObject.terminateActiveObject(stub, true);
            } catch (ActiveObjectException | TransportException gone) {
                LOG.debug("member had ended before it was terminated: member={}", stub, gone);
            }
        }
    }
}
