package org.activeobjects.spmd;

import org.activeobjects.collective.Communicator;
import org.activeobjects.collective.Reduction;
import org.activeobjects.group.PAGroup;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.Creation;
import org.activeobjects.spmd.member.Caller;
import org.activeobjects.spmd.member.GroupMaker;
import org.activeobjects.spmd.member.Member;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Object-oriented SPMD: every member of a group runs the same class, knows its rank, and talks to
 * the others by calls, exchanges, barriers and collective operations.
 *
 * <p>A rank is a member of a group made by {@link #newSPMDGroup}, from its first request on, or, in
 * a program that was started once per JVM ({@code ao run}), the JVM. Anywhere else the methods that
 * need a rank throw an {@link IllegalStateException}.
 *
 * <p><b>Threading:</b> the member's own thread, a platform thread that moves the links itself while
 * it waits. Exchanges may be called by any thread of a JVM that is a rank.
 *
 * <p><b>Errors:</b> what is wrong with the arguments alone throws before anything is sent. {@code
 * exchange} throws {@code MessageMismatchException} on both sides if lengths or types differ, and
 * {@code PeerLostException} if the other side is gone. For collective operations see {@link
 * Communicator}. An exchange with a member that was terminated, and an operation of all ranks that
 * it has not called, throw {@code TransportClosedException}, which names it; so does an exchange
 * with a rank that takes part in nothing any more.
 *
 * <p><b>Source:</b> {@code PASPMD} of ProActive. Different here: lengths and types are compared, a
 * lost member fails a barrier, every primitive type is exchanged; and broadcast and reductions are
 * ours.
 */
public final class PASPMD extends Exchanges {

    private PASPMD() {}

    /**
     * Makes a group of ranks: rank <i>i</i> is made with {@code params[i]} on node <i>i</i> modulo
     * the number of nodes.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor, one or more members
     * @param nodes where; none for the node of the caller
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be made;
     *     those that could are terminated
     * @throws NullPointerException if a node is {@code null}
     * @throws IllegalArgumentException if there is no member
     */
    public static <T> T newSPMDGroup(Class<T> type, Object[][] params, Node... nodes) {
        Objects.requireNonNull(nodes, "the array of nodes is null");
        return newSPMDGroup(
                type,
                params,
                nodes.length == 0 ? List.of(NodeRuntime.current().node()) : Arrays.asList(nodes));
    }

    /**
     * Makes a group of ranks: rank <i>i</i> is made with {@code params[i]} on node <i>i</i> modulo
     * the number of nodes.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor, one or more members
     * @param nodes where, one or more
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be made;
     *     those that could are terminated
     * @throws NullPointerException if a node is {@code null}
     * @throws IllegalArgumentException if there is no member or no node
     */
    public static <T> T newSPMDGroup(Class<T> type, Object[][] params, List<Node> nodes) {
        Objects.requireNonNull(params, "the parameters of the members are null");
        Objects.requireNonNull(nodes, "the list of nodes is null");
        if (params.length == 0 || nodes.isEmpty()) {
            throw new IllegalArgumentException(
                    "an SPMD group needs a member and a node: members="
                            + params.length
                            + " nodes="
                            + nodes.size());
        }
        for (int index = 0; index < nodes.size(); index++) {
            if (nodes.get(index) == null) {
                throw new NullPointerException(
                        "a node of an SPMD group is null: index="
                                + index
                                + " nodes="
                                + nodes.size());
            }
        }
        return PAGroup.of(type, GroupMaker.create(type, params, nodes));
    }

    /**
     * Makes a group of ranks on the node of the caller.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor, one or more members
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be made;
     *     those that could are terminated
     * @throws IllegalArgumentException if there is no member
     */
    public static <T> T newSPMDGroup(Class<T> type, Object[][] params) {
        return newSPMDGroup(type, params, List.of(NodeRuntime.current().node()));
    }

    /**
     * Makes a group of ranks: rank <i>i</i> is made with {@code params[i]} on node <i>i</i> modulo
     * the number of nodes.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor, one or more members
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be made;
     *     those that could are terminated
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws IllegalArgumentException if there is no member or no node
     */
    public static <T> T newSPMDGroup(Class<T> type, Object[][] params, String... nodeUrls) {
        Objects.requireNonNull(nodeUrls, "the array of URLs of nodes is null");
        return newSPMDGroup(type, params, Stream.of(nodeUrls).map(NodeFactory::getNode).toList());
    }

    /**
     * The same as {@code newSPMDGroup}, which makes all members at the same time.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor, one or more members
     * @param nodes where; none for the node of the caller
     * @return the typed group
     */
    public static <T> T newSPMDGroupInParallel(Class<T> type, Object[][] params, Node... nodes) {
        return newSPMDGroup(type, params, nodes);
    }

    /**
     * Makes a group of ranks on the node of the caller.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor, one or more members
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newSPMDGroup(String className, Object[][] params)
            throws ClassNotFoundException {
        return newSPMDGroup(Creation.classOf(className), params);
    }

    /**
     * Makes a group of ranks.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor, one or more members
     * @param nodes where; none for the node of the caller
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newSPMDGroup(String className, Object[][] params, Node... nodes)
            throws ClassNotFoundException {
        return newSPMDGroup(Creation.classOf(className), params, nodes);
    }

    /**
     * Makes a group of ranks.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor, one or more members
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newSPMDGroup(String className, Object[][] params, String... nodeUrls)
            throws ClassNotFoundException {
        return newSPMDGroup(Creation.classOf(className), params, nodeUrls);
    }

    /**
     * The same as {@code newSPMDGroup}, which makes all members at the same time.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor, one or more members
     * @param nodes where; none for the node of the caller
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newSPMDGroupInParallel(String className, Object[][] params, Node... nodes)
            throws ClassNotFoundException {
        return newSPMDGroup(className, params, nodes);
    }

    /**
     * The group that the calling member belongs to.
     *
     * @return the typed group, its members in the order of the ranks
     * @throws IllegalStateException if the caller is no member of a group
     */
    public static Object getSPMDGroup() {
        return Caller.memberFor("has a typed group").typedGroup();
    }

    /**
     * Number of ranks.
     *
     * @return 1 or more
     * @throws IllegalStateException if the caller is no rank
     */
    public static int getMySPMDGroupSize() {
        return Caller.size();
    }

    /**
     * The rank of the caller.
     *
     * @return 0 to {@code getMySPMDGroupSize() - 1}
     * @throws IllegalStateException if the caller is no rank
     */
    public static int getMyRank() {
        return Caller.number();
    }

    /**
     * Marks a point in the program of every member, and returns at once. What members send to each
     * other after they have called it is served, everywhere, only after every member has called it;
     * what they sent before comes first. To be called by all members in the same order; a name may
     * be used again at once.
     *
     * <p>If a member is gone, or members give different names, so that the barrier can never be
     * complete, what was held back is let in and every later call of this method in the group
     * throws.
     *
     * <p>In a program that was started once per JVM, which serves no requests, it is {@link
     * #barrier}.
     *
     * @param name its name, the same on all members
     * @throws org.activeobjects.error.ActiveObjectException if a barrier of the group has failed
     * @throws IllegalStateException if the caller is no rank
     */
    public static void totalBarrier(String name) {
        Objects.requireNonNull(name, "the name of a barrier is null");
        Member member = Caller.member();
        if (member == null) {
            Caller.rank().communicator().barrier();
        } else {
            member.totalBarrier(name);
        }
    }

    /**
     * Marks a point in the program of the calling member and of some others, its neighbours, and
     * returns at once: a {@link #totalBarrier} among these. What the caller and its neighbours send
     * to the caller after they have called it is served there only after all of them have; who is
     * not named is not held up, nor is what he sends. To be called in a request; the caller should
     * finish it then.
     *
     * <p>Neighbours name each other: whom the caller names must call a barrier of the same name,
     * and name the caller. Of one name and two members, the first calls that name each other belong
     * together, then the second, and so on; so a name may be used again at once, also with other
     * neighbours. Barriers with different names may overlap, in any order. A total barrier of the
     * same name is another one.
     *
     * <p>If a neighbour has ended or is lost before it has called, what was held back is let in,
     * and this call, or if it has returned the log, says so; others who have named the caller are
     * not held up. A neighbour that does not name the caller is waited for; the log says after some
     * seconds whom it has named.
     *
     * @param name its name, the same on all of them
     * @param group a typed group of members of the caller's SPMD group; the caller may be in it
     * @throws org.activeobjects.error.ActiveObjectException if a neighbour has ended or is lost and
     *     has not called it; the other neighbours are told of this call nevertheless
     * @throws IllegalArgumentException if the name is {@code null}, or the group is no typed group,
     *     or one of it is no member of the caller's SPMD group; nothing was done then
     * @throws IllegalStateException if the caller is no member of an SPMD group
     */
    public static void neighbourBarrier(String name, Object group) {
        Caller.memberFor("has neighbours").neighbourBarrier(name, group);
    }

    /**
     * Holds back the requests of the calling member until one of each method has come, and returns
     * at once. Those that are waited for are served when they come, all others behind them; so is
     * what had come before, and what the caller sends to itself. To be called in a request; the
     * caller should finish it then.
     *
     * <p>What is in the queue already counts. A method that is named twice is waited for twice.
     * Barriers that are called one after the other are completed one after the other. It holds for
     * services by name, by filter or with a time limit, too, which see nothing but what is waited
     * for until all has come. An order to end, unless it is an immediate one, that finds a barrier
     * incomplete ends the object, and what was held back is not served.
     *
     * <p>Nobody can tell who will send a request. So if a member of the group ends, or is lost,
     * while one is missing, what was held back is let in, the log says so, and later calls throw.
     *
     * @param methodNames names of methods of the caller's class, one for each request
     * @throws org.activeobjects.error.ActiveObjectException if a member of the group has ended or
     *     is lost, and a request is missing; nothing is held back then
     * @throws IllegalArgumentException if no name is given, or there is no such method, or it is an
     *     immediate service, which waits in no queue; nothing was done then
     * @throws IllegalStateException if the caller is no member of an SPMD group, or serves a
     *     request beside the member's own thread
     */
    public static void methodBarrier(String[] methodNames) {
        Caller.memberFor("has a queue that waits for requests").methodBarrier(methodNames);
    }

    /**
     * Waits until every rank has called it.
     *
     * @throws IllegalStateException if the caller is no rank
     */
    public static void barrier() {
        Caller.rank().communicator().barrier();
    }

    /**
     * The collective operations of the caller's group; those of this class are the usual ones of
     * it.
     *
     * @return its communicator
     * @throws IllegalStateException if the caller is no rank
     */
    public static Communicator communicator() {
        return Caller.rank().communicator();
    }

    /**
     * Copies the elements of one rank to all.
     *
     * @param array array of primitives, as long on all ranks
     * @param root rank that has the elements
     * @throws IllegalArgumentException if it is not an array of primitives
     */
    public static void broadcast(Object array, int root) {
        communicator().broadcast(array, root);
    }

    /**
     * Combines arrays of all ranks, in place.
     *
     * @param values the elements, as many on all ranks; replaced by the result
     * @param op how, the same on all ranks
     */
    public static void allReduce(double[] values, Reduction op) {
        communicator().allReduce(values, op);
    }

    /**
     * Combines arrays of all ranks, in place.
     *
     * @param values the elements, as many on all ranks; replaced by the result
     * @param op how, the same on all ranks
     */
    public static void allReduce(long[] values, Reduction op) {
        communicator().allReduce(values, op);
    }

    /**
     * Combines a number of each rank.
     *
     * @param value number of this rank
     * @param op how, the same on all ranks
     * @return the result, on every rank
     */
    public static double allReduce(double value, Reduction op) {
        return communicator().allReduce(value, op);
    }

    /**
     * Combines a number of each rank.
     *
     * @param value number of this rank
     * @param op how, the same on all ranks
     * @return the result, on every rank
     */
    public static long allReduce(long value, Reduction op) {
        return communicator().allReduce(value, op);
    }
}
