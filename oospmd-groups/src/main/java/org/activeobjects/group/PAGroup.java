package org.activeobjects.group;

import org.activeobjects.node.Node;
import org.activeobjects.node.NodeFactory;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.spi.Creation;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes typed groups and looks into them.
 *
 * <p>A call of a typed group goes to all members, its arguments encoded once, and gives a group of
 * their results in the order of the members, usable at once. The place of a member whose call
 * failed holds an {@link ExceptionInGroup}; later calls pass it over and have {@code null} there. A
 * call without a result throws an {@link ExceptionListException} if it could not be sent to some
 * member, or, if the method declares exceptions, once all members have answered and some with an
 * exception. In a block of {@link org.activeobjects.api.PAException} that catches what the method
 * declares, no call is waited for, and what the first member has thrown is thrown at the end of the
 * block. Members that are no active objects are called directly.
 *
 * <p>Create members with constructors' arguments {@code params}: one member per element, member
 * <i>i</i> on node <i>i</i> modulo the number of nodes, all at the same time.
 *
 * <p><b>Threading:</b> safe.
 *
 * <p><b>Source:</b> {@code PAGroup} of ProActive. Different here: a method whose result cannot be
 * stood in for is refused, where ProActive gave back nothing of use.
 */
public final class PAGroup extends CallsAndWaits {

    private PAGroup() {}

    /**
     * An empty group.
     *
     * @param <T> type of the members
     * @param type class or interface
     * @return the typed group
     * @throws org.activeobjects.error.ClassNotReifiableException if the type cannot be stood in for
     */
    public static <T> T newGroup(Class<T> type) {
        return of(type, List.of());
    }

    /**
     * A group of new active objects on the node of the caller.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be
     *     created; those that could are terminated
     */
    public static <T> T newGroup(Class<T> type, Object[][] params) {
        return newGroup(type, params, NodeRuntime.current().node());
    }

    /**
     * A group of new active objects.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor
     * @param nodes where, one or more
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be
     *     created; those that could are terminated
     * @throws IllegalArgumentException if no node is given
     * @throws NullPointerException if one of them is {@code null}
     */
    public static <T> T newGroup(Class<T> type, Object[][] params, Node... nodes) {
        return newGroup(type, params, listOf(nodes));
    }

    /**
     * A group of new active objects.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor
     * @param nodes where, one or more
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be
     *     created; those that could are terminated
     * @throws IllegalArgumentException if no node is given
     * @throws NullPointerException if one of them is {@code null}
     */
    public static <T> T newGroup(Class<T> type, Object[][] params, List<Node> nodes) {
        requireNodes(nodes);
        return of(type, Creation.createAll(type, params, nodes, false));
    }

    /**
     * A group of new active objects, one on each node, all made with the same arguments.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params the arguments of the constructor, for each member
     * @param nodes where, one or more; a node that is given twice gets two
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be
     *     created; those that could are terminated
     * @throws IllegalArgumentException if no node is given
     * @throws NullPointerException if one of them is {@code null}
     */
    public static <T> T newGroup(Class<T> type, Object[] params, Node... nodes) {
        return newGroup(type, params, listOf(nodes));
    }

    /**
     * The same for a list of nodes.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params the arguments of the constructor, for each member
     * @param nodes where, one or more; a node that is given twice gets two
     * @return the typed group
     */
    public static <T> T newGroup(Class<T> type, Object[] params, List<Node> nodes) {
        requireNodes(nodes);
        Object[][] all = new Object[nodes.size()][];
        Arrays.fill(all, params);
        return newGroup(type, all, nodes);
    }

    /**
     * The same for nodes with these URLs.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params the arguments of the constructor, for each member
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T newGroup(Class<T> type, Object[] params, String... nodeUrls) {
        return newGroup(type, params, nodesOf(nodeUrls));
    }

    /**
     * An empty group.
     *
     * @param className class or interface of the members
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newGroup(String className) throws ClassNotFoundException {
        return newGroup(Creation.classOf(className));
    }

    /**
     * A group of new active objects.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member could not be
     *     created; those that could are terminated
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws IllegalArgumentException if no node is given
     */
    public static <T> T newGroup(Class<T> type, Object[][] params, String... nodeUrls) {
        return newGroup(type, params, nodesOf(nodeUrls));
    }

    /**
     * The same as {@code newGroup}, which makes all members at the same time.
     *
     * @param <T> type of the members
     * @param type their class
     * @param params per member the arguments of its constructor
     * @param nodes where, one or more
     * @return the typed group
     */
    public static <T> T newGroupInParallel(Class<T> type, Object[][] params, Node... nodes) {
        return newGroup(type, params, nodes);
    }

    /**
     * A group of new active objects on the node of the caller.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newGroup(String className, Object[][] params)
            throws ClassNotFoundException {
        return newGroup(Creation.classOf(className), params);
    }

    /**
     * A group of new active objects.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor
     * @param nodes where; none for the node of the caller
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newGroup(String className, Object[][] params, Node... nodes)
            throws ClassNotFoundException {
        return listOf(nodes).isEmpty()
                ? newGroup(Creation.classOf(className), params)
                : newGroup(Creation.classOf(className), params, nodes);
    }

    /**
     * A group of new active objects.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     * @throws IllegalArgumentException if no node is given
     */
    public static Object newGroup(String className, Object[][] params, String... nodeUrls)
            throws ClassNotFoundException {
        return newGroup(Creation.classOf(className), params, nodeUrls);
    }

    /**
     * A group of new active objects, one on each node, all made with the same arguments.
     *
     * @param className class of the members
     * @param params the arguments of the constructor, for each member
     * @param nodes where, one or more; a node that is given twice gets two
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     * @throws IllegalArgumentException if no node is given
     */
    public static Object newGroup(String className, Object[] params, Node... nodes)
            throws ClassNotFoundException {
        return newGroup(Creation.classOf(className), params, nodes);
    }

    /**
     * The same for nodes with these URLs.
     *
     * @param className class of the members
     * @param params the arguments of the constructor, for each member
     * @param nodeUrls URLs of the nodes, one or more
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static Object newGroup(String className, Object[] params, String... nodeUrls)
            throws ClassNotFoundException {
        return newGroup(Creation.classOf(className), params, nodeUrls);
    }

    /**
     * The same as {@code newGroup}, which makes all members at the same time.
     *
     * @param className class of the members
     * @param params per member the arguments of its constructor
     * @param nodes where, one or more
     * @return the typed group
     * @throws ClassNotFoundException if there is no such class
     */
    public static Object newGroupInParallel(String className, Object[][] params, Node... nodes)
            throws ClassNotFoundException {
        return newGroup(className, params, nodes);
    }

    /**
     * A group of objects that exist.
     *
     * @param <T> type of the members
     * @param type class or interface that all have
     * @param members stubs of active objects, futures or plain objects
     * @return the typed group
     * @throws org.activeobjects.error.ClassNotReifiableException if the type cannot be stood in for
     */
    public static <T> T of(Class<T> type, List<? extends T> members) {
        Objects.requireNonNull(type, "the type of a group is null");
        Objects.requireNonNull(members, "the list of members of a group is null");
        return new Members<>(type, members).getGroupByType();
    }

    /**
     * The members of a typed group.
     *
     * @param <T> type of the members
     * @param typed a typed group
     * @return the group behind it, or {@code null} if it is none
     */
    @SuppressWarnings("unchecked") // a typed group of T was made for T
    public static <T> Group<T> getGroup(T typed) {
        return (Group<T>) Dispatcher.of(typed);
    }

    /**
     * Turns the members of a group active, on the node of the caller.
     *
     * @param <T> type of the members
     * @param typed a typed group
     * @return the same, its members active
     * @throws IllegalArgumentException if it is no typed group
     * @throws org.activeobjects.error.ActiveObjectCreationException as the form with nodes
     */
    public static <T> T turnActiveGroup(T typed) {
        return turnActiveGroup(typed, NodeRuntime.current().node());
    }

    /**
     * Turns the members of a group active, member <i>i</i> on node <i>i</i> modulo their number.
     * What is active already, {@code null}, a group, or a failure stays as it is; results are
     * waited for.
     *
     * @param <T> type of the members
     * @param typed a typed group
     * @param nodes where, one or more
     * @return the same, its members active
     * @throws IllegalArgumentException if it is no typed group, or no node is given
     * @throws org.activeobjects.error.ActiveObjectCreationException if a member cannot be active;
     *     the group is as before, and those that were turned already are terminated
     */
    public static <T> T turnActiveGroup(T typed, Node... nodes) {
        List<Node> places = listOf(nodes);
        requireNodes(places);
        Activation.turnActive(Dispatcher.require(typed), places);
        return typed;
    }

    /**
     * The same on nodes with these URLs.
     *
     * @param <T> type of the members
     * @param typed a typed group
     * @param nodeUrls URLs of the nodes, one or more
     * @return the same, its members active
     * @throws org.activeobjects.error.NodeException if there is no such node, or it was killed
     */
    public static <T> T turnActiveGroup(T typed, String... nodeUrls) {
        return turnActiveGroup(typed, nodesOf(nodeUrls).toArray(Node[]::new));
    }

    private static List<Node> listOf(Node[] nodes) {
        return Arrays.asList(Objects.requireNonNull(nodes, "the array of nodes is null"));
    }

    private static List<Node> nodesOf(String[] urls) {
        Objects.requireNonNull(urls, "the array of URLs of nodes is null");
        return Stream.of(urls).map(NodeFactory::getNode).toList();
    }

    private static void requireNodes(List<Node> nodes) {
        Objects.requireNonNull(nodes, "the list of nodes is null");
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("a group needs at least one node: nodes=0");
        }
        for (int index = 0; index < nodes.size(); index++) {
            if (nodes.get(index) == null) {
                throw new NullPointerException(
                        "a node of a group is null: index=" + index + " nodes=" + nodes.size());
            }
        }
    }
}
