package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.activeobjects.annotation.Borrowed;
import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.error.SerializationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.tag.Tag;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** What cannot be sent is told with the same path within a JVM and between two. */
@Timeout(60)
class PathsInErrorsTest {

    /** What is sent. */
    public static class Parcel {
        Object inside = Map.of("left", List.of(1, new Thread()));
    }

    /** Where it is sent to. */
    public static class Post {

        public Post() {}

        public Post(String name, Parcel first) {}

        public IntWrapper send(int weight, Object parcel) {
            return new IntWrapper(weight);
        }

        public IntWrapper stamp(@Borrowed double[] prices, Object parcel) {
            return new IntWrapper(prices.length);
        }

        public Object[] list() {
            return new Object[] {"a", new Parcel()};
        }

        public Runnable errand() {
            return () -> {};
        }

        public Parcel parcel() {
            return new Parcel();
        }
    }

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final Node far = here.connect(there.card());

    PathsInErrorsTest() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        there.close();
        here.close();
    }

    private static String pathOf(ThrowingCallable call) {
        Throwable refused = catchThrowable(call);
        assertThat(refused).isInstanceOf(SerializationException.class);
        return refused.getMessage()
                .replaceFirst("^value cannot be [a-z]+: class=java.lang.Thread ", "")
                .replaceFirst(" call=.*", "");
    }

    private void assertPath(String path, Function<Post, Object> call) {
        for (Node node : new Node[] {here.node(), far}) {
            Post post = PAActiveObject.newActive(Post.class, new Object[0], node);
            assertThat(pathOf(() -> PAFuture.getFutureValue(call.apply(post))))
                    .as("at %s", node)
                    .isEqualTo("path=" + path);
            PAActiveObject.terminateActiveObject(post, true);
        }
    }

    @Test
    void thePathOfAnArgumentNamesItsPlaceAndItsClass() {
        assertPath("arguments[1](Parcel).inside[left][1]", post -> post.send(2, new Parcel()));
        assertPath("arguments[1](Thread)", post -> post.send(2, new Thread()));
        assertPath("arguments[1](Object[])[0]", post -> post.send(2, new Object[] {new Thread()}));
    }

    @Test
    void whatAComparatorOfTheJdkWasMadeOfIsNamedWithWhatToDo() {
        Comparator<String> order = Comparator.comparing(String::length);
        SortedMap<String, Integer> map = new TreeMap<>(order);
        SortedSet<String> set = new TreeSet<>(order);

        for (Node node : new Node[] {here.node(), far}) {
            Post post = PAActiveObject.newActive(Post.class, new Object[0], node);
            assertThatThrownBy(() -> post.send(1, map))
                    .hasMessageContaining("path=arguments[1](TreeMap).comparator.keyExtractor ")
                    .hasMessageContaining("a method reference that is not serializable")
                    .hasMessageContaining("(Function<A, B> & Serializable) A::b");
            assertThatThrownBy(() -> post.send(1, set))
                    .hasMessageContaining("path=arguments[1](TreeSet).comparator.keyExtractor ");
            PAActiveObject.terminateActiveObject(post, true);
        }
    }

    @Test
    void thePathIsTheSameBesideABorrowedArray() {
        assertPath(
                "arguments[1](Parcel).inside[left][1]",
                post -> post.stamp(new double[4], new Parcel()));
    }

    @Test
    void thePathOfAResultBeginsWithItsClass() {
        assertPath("value(Parcel).inside[left][1]", Post::parcel);
        assertPath("value(Object[])[1].inside[left][1]", Post::list);
    }

    @Test
    void aResultThatIsALambdaIsNamedByTheClassThatItIsWrittenIn() {
        Post post = PAActiveObject.newActive(Post.class, new Object[0], far);

        assertThatThrownBy(() -> post.errand().run())
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(
                        " path=value(PathsInErrorsTest$Post$$Lambda) call=answer of Post#1.errand"
                                + " ");
    }

    @Test
    void thePathOfAnArgumentOfAConstructorIsLikeThatOfACall() {
        Object[] arguments = {"name", new Parcel()};

        for (Node node : new Node[] {here.node(), far}) {
            assertThatThrownBy(() -> PAActiveObject.newActive(Post.class, arguments, node))
                    .as("at %s", node)
                    .isInstanceOf(ActiveObjectCreationException.class)
                    .hasMessageContaining("path=arguments[1](Parcel).inside[left][1]")
                    .hasMessageContaining("call=creation of " + Post.class.getName())
                    .hasCauseInstanceOf(SerializationException.class);
        }
    }

    @Test
    void whatGoesWithACallIsNoArgumentOfIt() {
        PAMessageTagging.getCurrentTags().addTag(new Tag("stuck", new Thread()));
        try {
            assertPath("context[1](ArrayList)[0].data", post -> post.send(1, "plain"));
        } finally {
            PAMessageTagging.getCurrentTags().removeTag("stuck");
        }
    }
}
