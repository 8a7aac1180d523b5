package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.active.Body;
import org.activeobjects.active.RunActive;
import org.activeobjects.active.Service;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.annotation.PlatformThread;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.tag.MessageTags;
import org.activeobjects.tag.Tag;
import org.activeobjects.threads.ThreadModel;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.StringWrapper;
import org.apache.logging.log4j.CloseableThreadContext;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What travels with requests beside their arguments, within a runtime and between two. */
@Timeout(60)
class ContextTest {

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeBoth() {
        Account.gate.countDown();
        PAMessageTagging.getCurrentTags()
                .getAllTagsID()
                .forEach(PAMessageTagging.getCurrentTags()::removeTag);
        there.close();
        here.close();
    }

    private <T> T create(Class<T> type, boolean remote) {
        return PAActiveObject.newActive(
                type, new Object[0], remote ? here.connect(there.card()) : here.node());
    }

    /** Tells what has come with its requests. */
    public static class Witness {

        private Witness next;

        public void next(Witness newNext) {
            next = newNext;
        }

        public StringWrapper seen() {
            return new StringWrapper(
                    ThreadContext.get("order")
                            + " "
                            + ThreadContext.peek()
                            + " "
                            + (TenantCarrier.TENANT.isBound() ? TenantCarrier.TENANT.get() : "-")
                            + " "
                            + PAMessageTagging.getCurrentTags());
        }

        public CompletableFuture<String> seenInACallback() {
            CompletableFuture<String> told = new CompletableFuture<>();
            PAEventProgramming.addActionOnFuture(next.seen(), "callback", told);
            return told;
        }

        public void callback(Future<?> seen, CompletableFuture<String> told) {
            told.complete(seen().getStringValue());
        }

        public StringWrapper seenByTheNext() {
            return next.seen();
        }

        public StringWrapper seenByTheNextWhen(String tag) {
            PAMessageTagging.getCurrentTags().addTag(new Tag(tag, 1));
            ThreadContext.put("order", "changed");
            return next.seen();
        }
    }

    /** Serves a second request while it serves the first one. */
    public static class Nested extends Witness implements RunActive {

        @Override
        public void runActivity(Body body) {
            new Service(body).fifoServing();
        }

        public StringWrapper seenByTheRequestThatComesNext() {
            new Service(PAActiveObject.getBodyOnThis()).blockingServeOldest();
            return seen();
        }
    }

    /** Goes on once, with another value. */
    public static class Countdown extends Tag {

        public Countdown(int left) {
            super("countdown", left);
        }

        @Override
        public Tag apply() {
            int left = (int) getData();
            return left == 0 ? null : new Countdown(left - 1);
        }
    }

    private static final InheritableThreadLocal<String> USER = new InheritableThreadLocal<>();

    /** Tells what its threads have from whoever has begun them. */
    public static class Heir {

        public StringWrapper inherited() {
            String loader = Thread.currentThread().getContextClassLoader().getName();
            return new StringWrapper(USER.get() + " " + loader);
        }
    }

    /** On one thread for life. */
    @PlatformThread
    public static class HeirWithAThread extends Heir {}

    /** On a thread for each request. */
    public static class HeirAtOnce extends Heir {

        @Override
        @ImmediateService
        public StringWrapper inherited() {
            return super.inherited();
        }
    }

    /** On a thread for each caller. */
    public static class HeirPerCaller extends Heir {

        @Override
        @ImmediateService(uniqueThread = true)
        public StringWrapper inherited() {
            return super.inherited();
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {Heir.class, HeirWithAThread.class, HeirAtOnce.class, HeirPerCaller.class})
    void threadsThatServeHaveTheClassLoaderOfWhoBeganThemButInheritNothing(
            Class<? extends Heir> type) throws Exception {
        Thread me = Thread.currentThread();
        ClassLoader usual = me.getContextClassLoader();
        try (var own = new URLClassLoader("own", new URL[0], usual)) {
            me.setContextClassLoader(own);
            USER.set("ada");

            assertThat(create(type, false).inherited().getStringValue()).isEqualTo("null own");
        } finally {
            USER.remove();
            me.setContextClassLoader(usual);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theThreadContextOfTheCallerIsThereWhileItsRequestIsServed(boolean remote) {
        Witness witness = create(Witness.class, remote);
        StringWrapper with;
        try (var _ = CloseableThreadContext.put("order", "4711").push("checkout")) {
            with = witness.seen();
        }

        assertThat(with.getStringValue()).isEqualTo("4711 checkout - []");
        assertThat(witness.seen().getStringValue()).isEqualTo("null  - []");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScopedValueIsBoundWhereTheRequestIsServedAndInWhatThatCalls(boolean remote) {
        Witness first = create(Witness.class, remote);
        first.next(create(Witness.class, !remote));

        StringWrapper seen =
                ScopedValue.where(TenantCarrier.TENANT, "acme").call(first::seenByTheNext);

        assertThat(seen.getStringValue()).isEqualTo("null  acme []");
        assertThat(first.seenByTheNext().getStringValue()).isEqualTo("null  - []");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tagsTravelFromRequestToRequest(boolean remote) {
        Witness first = create(Witness.class, remote);
        first.next(create(Witness.class, !remote));
        MessageTags tags = PAMessageTagging.getCurrentTags();
        tags.addTag(new Tag("trace", "t-1"));

        assertThat(first.seenByTheNext().getStringValue()).isEqualTo("null  - [trace=t-1]");
        assertThat(tags.removeTag("trace").getData()).isEqualTo("t-1");
        assertThat(first.seenByTheNext().getStringValue()).isEqualTo("null  - []");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTagDecidesAtEachCallWhatGoesOn(boolean remote) {
        Witness first = create(Witness.class, remote);
        first.next(create(Witness.class, !remote));
        PAMessageTagging.getCurrentTags().addTag(new Countdown(1));

        assertThat(first.seen().getStringValue()).endsWith("[countdown=0]");
        assertThat(first.seenByTheNext().getStringValue()).endsWith("[]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAServiceAddsGoesOnFromThereButNotIntoTheNextService(boolean remote) {
        Witness first = create(Witness.class, remote);
        first.next(create(Witness.class, !remote));
        StringWrapper changed;
        try (var _ = CloseableThreadContext.put("order", "4711")) {
            PAMessageTagging.getCurrentTags().addTag(new Tag("mine"));
            changed = first.seenByTheNextWhen("added");
        }
        PAMessageTagging.getCurrentTags().removeTag("mine");

        assertThat(changed.getStringValue()).isEqualTo("changed  - [mine=null, added=1]");
        assertThat(first.seen().getStringValue()).isEqualTo("null  - []");
        assertThat(PAMessageTagging.getCurrentTags().getTags()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNestedServiceHasTheContextOfItsOwnRequest(boolean remote) {
        Nested nested = create(Nested.class, remote);
        StringWrapper outer =
                ScopedValue.where(TenantCarrier.TENANT, "outer")
                        .call(nested::seenByTheRequestThatComesNext);
        StringWrapper inner = nested.seen();

        assertThat(inner.getStringValue()).isEqualTo("null  null []");
        assertThat(outer.getStringValue()).isEqualTo("null  outer []");
    }

    /** Keeps its thread, and serves others within a request that has changed its own context. */
    public static class Keeper extends Nested {

        public StringWrapper mark() {
            PAMessageTagging.getCurrentTags().addTag(new Tag("mine", 1));
            ThreadContext.put("order", "mine");
            ThreadContext.push("mine");
            return seen();
        }

        public StringWrapper markAndServeNext() {
            mark();
            return seenByTheRequestThatComesNext();
        }
    }

    private static final String NOTHING = "null  - []";
    private static final String MARKED = "mine mine - [mine=1]";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAServiceOnAThreadForLifeAddsEndsWithIt(boolean remote) {
        Keeper keeper = create(Keeper.class, remote);
        keeper.next(create(Witness.class, !remote));

        assertThat(keeper.mark().getStringValue()).isEqualTo(MARKED);
        assertThat(keeper.seen().getStringValue()).isEqualTo(NOTHING);
        keeper.mark();
        assertThat(keeper.seenByTheNext().getStringValue()).isEqualTo(NOTHING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNestedServiceSeesNothingOfWhatTheOuterOneAdded(boolean remote) {
        Keeper keeper = create(Keeper.class, remote);
        StringWrapper outer = keeper.markAndServeNext();
        StringWrapper inner = keeper.seen();

        assertThat(inner.getStringValue()).isEqualTo(NOTHING);
        assertThat(outer.getStringValue()).isEqualTo(MARKED);
        StringWrapper marked = keeper.markAndServeNext();
        StringWrapper alsoMarked = keeper.mark();
        assertThat(alsoMarked.getStringValue()).isEqualTo(MARKED);
        assertThat(marked.getStringValue()).isEqualTo(MARKED);
    }

    @Test
    void whatAnObjectAddsIsNotSeenByAnotherOneOfItsExecutor() {
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            ThreadModel model = ThreadModel.on(one);
            Keeper keeper = create(Keeper.class, false);
            Witness first = model.create(() -> create(Witness.class, false));
            Witness second = model.create(() -> create(Witness.class, false));
            first.next(keeper);

            assertThat(first.seenByTheNextWhen("mine").getStringValue())
                    .isEqualTo("changed  - [mine=1]");
            assertThat(second.seen().getStringValue()).isEqualTo(NOTHING);
            one.execute(() -> ThreadContext.put("order", "of others"));
            assertThat(second.seen().getStringValue()).isEqualTo(NOTHING);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCarrierThatForgetsTheServiceIsToldToTheCaller(boolean remote) {
        Witness witness = create(Witness.class, remote);
        StringWrapper lost =
                ScopedValue.where(TenantCarrier.TENANT, TenantCarrier.LOST).call(witness::seen);

        assertThatThrownBy(lost::getStringValue)
                .isInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("carrier did not run the service")
                .hasMessageContaining("seen");
        CompletableFuture<String> neverMade =
                ScopedValue.where(TenantCarrier.TENANT, TenantCarrier.LOST)
                        .call(() -> PAFuture.async(() -> witness.seen().getStringValue()));
        assertThatThrownBy(neverMade::get)
                .hasCauseInstanceOf(ActiveObjectException.class)
                .hasMessageContaining("carrier did not run the service");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatIsMadeAsynchronousOnDemandHasTheContextOfItsCaller(boolean remote)
            throws Exception {
        Witness witness = create(Witness.class, remote);
        PAMessageTagging.getCurrentTags().addTag(new Countdown(1));
        CompletableFuture<String> seen;
        try (var _ = CloseableThreadContext.put("order", "4711")) {
            seen =
                    ScopedValue.where(TenantCarrier.TENANT, "acme")
                            .call(() -> PAFuture.async(() -> witness.seen().getStringValue()));
        }

        assertThat(seen.get()).isEqualTo("4711  acme [countdown=0]");
    }

    /** Moves when it is told to. */
    public static class Mover extends Witness {

        /** One-way. */
        public void waitAtGate() {
            new Account().waitForGate();
        }

        /** One-way. */
        public void goTo(String url) {
            PAMobileAgent.migrateTo(url);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsPassedOnToWhereItsObjectHasMovedIsStillOneCall(boolean remote) {
        Account.gate = new CountDownLatch(1);
        String goal = (remote ? here.node() : here.connect(there.card())).url();
        Mover mover = create(Mover.class, remote);
        mover.waitAtGate();
        mover.goTo(goal);
        PAMessageTagging.getCurrentTags().addTag(new Countdown(1));
        StringWrapper seen = mover.seen();
        Account.gate.countDown();

        assertThat(seen.getStringValue()).isEqualTo("null  - [countdown=0]");
        assertThat(PAActiveObject.getActiveObjectNodeUrl(mover)).isEqualTo(goal);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallbackHasTheContextOfTheServiceThatAskedForIt(boolean remote) throws Exception {
        Witness first = create(Witness.class, remote);
        first.next(create(Witness.class, !remote));

        assertThat(
                        ScopedValue.where(TenantCarrier.TENANT, "acme")
                                .call(first::seenInACallback)
                                .get())
                .isEqualTo("null  acme []");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theDataOfATagIsPassedByCopy(boolean remote) {
        Witness witness = create(Witness.class, remote);
        List<String> data = new java.util.ArrayList<>(List.of("before"));
        PAMessageTagging.getCurrentTags().addTag(new Tag("list", data));
        StringWrapper seen = witness.seen();
        data.set(0, "after");

        assertThat(seen.getStringValue()).endsWith("[list=[before]]");
    }
}
