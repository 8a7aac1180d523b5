package org.activeobjects.internal.runtime;

import org.activeobjects.active.UniqueID;
import org.activeobjects.annotation.Permanent;
import org.activeobjects.diagnosis.DeadlockPolicy;
import org.activeobjects.error.ActiveObjectException;
import org.activeobjects.failure.CallFailure;
import org.activeobjects.internal.alive.ExecutorWatch;
import org.activeobjects.internal.alive.JvmKeeper;
import org.activeobjects.internal.borrow.ArrayPool;
import org.activeobjects.internal.codec.ClassFilter;
import org.activeobjects.internal.codec.Codec;
import org.activeobjects.internal.context.Carried;
import org.activeobjects.internal.creation.Order;
import org.activeobjects.internal.dump.OpenRuntimes;
import org.activeobjects.internal.event.Events;
import org.activeobjects.internal.future.UnseenFailures;
import org.activeobjects.internal.future.Wait;
import org.activeobjects.internal.lease.Leases;
import org.activeobjects.internal.naming.Names;
import org.activeobjects.internal.remote.Messenger;
import org.activeobjects.internal.remote.RuntimeHost;
import org.activeobjects.internal.request.SynchronousCalls;
import org.activeobjects.internal.routing.ActiveHandler;
import org.activeobjects.internal.routing.References;
import org.activeobjects.internal.service.LocalBody;
import org.activeobjects.internal.settings.Settings;
import org.activeobjects.internal.stub.StubFactory;
import org.activeobjects.internal.traits.Traits;
import org.activeobjects.internal.waiting.DeadlockWatch;
import org.activeobjects.node.Delivery;
import org.activeobjects.node.Job;
import org.activeobjects.node.Node;
import org.activeobjects.spi.BodyExtension;
import org.activeobjects.spi.CallHandler;
import org.activeobjects.spi.GroupCalls;
import org.activeobjects.spi.RuntimeServices;
import org.activeobjects.spi.StubMethod;
import org.activeobjects.transport.Transport;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.transport.address.RuntimeId;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * One runtime: wires bodies, routing, codec and transport together.
 *
 * <p>A body is known here, to the {@link Leases}, only if it has to be: others can reach it, or it
 * has something to do at its end. The rest live as long as somebody has a stub of them.
 *
 * <p><b>Threading:</b> safe.
 */
public final class CoreRuntime implements RuntimeServices, RuntimeHost, JvmKeeper.Worker {

    private final Supplier<TransportConfig> config;
    private final ClassFilter filter = ClassFilter.fromSettings();
    private final References references = new References(this);
    private final Codec codec = new Codec(filter, Nodes.besides(references, this));
    private final ArrayPool arrays = new ArrayPool();
    private final Names names = new Names();
    private final Creator creator = new Creator(this);
    private final AtomicLong bodyNumbers = new AtomicLong();
    private final Leases leases =
            new Leases(
                    Leases.termOfSystem(),
                    System::nanoTime,
                    names::holds,
                    (to, card, notice) -> messenger().notices().notify(to, card, notice));
    private final Map<String, BodyExtension> extensions = Members.extensions();
    private final SynchronousCalls synchronousCalls;
    private final UnseenFailures unseenFailures = new UnseenFailures();
    private final Nodes nodes = new Nodes(this);
    private final DeadlockWatch deadlocks =
            new DeadlockWatch(DeadlockPolicy.ofSystem(), this::exported, this::job);
    private final SystemCalls systemCalls = new SystemCalls(this);
    private final boolean givesStubForThis = Boolean.getBoolean(Settings.IMPLICIT_STUB);
    private volatile Messenger messenger;
    private volatile Job job;
    private volatile boolean closed;

    /**
     * A runtime whose transport is not open yet.
     *
     * @param config tells how it is to be opened, when it is
     * @param delivery what its callers may rely on when a call returns
     */
    public CoreRuntime(Supplier<TransportConfig> config, Delivery delivery) {
        this.config = config;
        this.synchronousCalls = new SynchronousCalls(delivery);
        OpenRuntimes.add(this, names::bodies);
        JvmKeeper.watch(this);
        filter.admit(Carried.types());
        extensions.values().forEach(known -> filter.admit(known.types().toArray(Class<?>[]::new)));
    }

    /** {@return the runtime of the active object that the thread serves, else the default one} */
    public static CoreRuntime current() {
        return (CoreRuntime) RuntimeServices.current();
    }

    @Override
    public Messenger messenger() {
        Messenger open = messenger;
        return open != null ? open : openMessenger();
    }

    private synchronized Messenger openMessenger() {
        if (messenger == null) {
            if (closed) {
                throw new ActiveObjectException("this runtime has been closed");
            }
            messenger = new Messenger(this, Transport.open(config.get()));
            deadlocks.connect(messenger);
        }
        return messenger;
    }

    @Override
    public Transport transport() {
        return messenger().transport();
    }

    @Override
    public void makeDefault() {
        DefaultRuntime.set(this);
    }

    @Override
    public String card() {
        return transport().card().encode();
    }

    @Override
    public Node node() {
        return nodes.first();
    }

    @Override
    public Node connect(String cardOrUrl) {
        return nodes.connect(cardOrUrl);
    }

    @Override
    public Node createNode(String name, boolean replace) {
        return nodes.local(names.createNode(name, replace));
    }

    @Override
    public Node nodeOf(RuntimeId runtime) {
        return nodes.of(runtime, "");
    }

    Nodes nodes() {
        return nodes;
    }

    @Override
    public void job(Job newJob) {
        this.job = newJob;
    }

    @Override
    public Job job() {
        return job;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            JvmKeeper.beforeRest();
            closed = true;
        }
        JvmKeeper.rests();
        OpenRuntimes.remove(this);
        unseenFailures.tell(); // what fails from here on fails because of this end
        deadlocks.close();
        names.bodies().forEach(LocalBody::endWithRuntime);
        names.clear();
        leases.bodies().forEach(LocalBody::terminate);
        leases.close();
        if (messenger != null) {
            messenger.close();
            messenger.transport().close();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public UniqueID idOf(long number) {
        return new UniqueID(messenger().self(), number);
    }

    @Override
    public boolean isThis(RuntimeId id) {
        return messenger != null && messenger.self().equals(id);
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public Codec codec() {
        return codec;
    }

    @Override
    public ArrayPool arrays() {
        return arrays;
    }

    @Override
    public Object activate(Class<?> type, Object target) {
        return creator.activate(type, target);
    }

    @Override
    public boolean givesStubForThis() {
        return givesStubForThis;
    }

    @Override
    public Object stubOf(LocalBody body) {
        return creator.stub(body.type(), references.route(body));
    }

    @Override
    public boolean isBusy() {
        return !closed && (names.isInUse() || names.bodies().stream().anyMatch(LocalBody::isBusy));
    }

    @Override
    public void ends() {
        unseenFailures.tell();
    }

    /** A body that has not begun. */
    LocalBody newBody(Object target, Traits traits) {
        LocalBody body = new LocalBody(this, bodyNumbers.incrementAndGet(), target, traits);
        ((PeerNode) body.node()).hosted().add(body);
        if (traits.permanent() || target.getClass().isAnnotationPresent(Permanent.class)) {
            leases.keep(body, true);
        } else if (body.needsEnd()) {
            leases.track(body);
        }
        if (closed) { // if not yet, its end finds the body
            body.terminate();
        }
        return body;
    }

    @Override
    public void waits(LocalBody body, Wait wait) {
        Executor executor = body.traits().threads().executor();
        if (executor != null) {
            ExecutorWatch.waits(body, executor, () -> body.servingOf(wait) != null);
        }
        deadlocks.begins(body, wait);
    }

    @Override
    public void goesOn(Wait wait) {
        deadlocks.ends(wait);
    }

    @Override
    public void changes(LocalBody body, Wait wait) {
        deadlocks.changes(body, wait);
    }

    @Override
    public void lost(LocalBody sender, CallFailure failure) {
        Events.lost(sender, failure);
    }

    @Override
    public void ended(LocalBody body) {
        leases.ended(body);
        names.unregister(body);
    }

    @Override
    public void export(LocalBody body) {
        leases.export(body);
    }

    @Override
    public LocalBody exported(long number) {
        return leases.exported(number);
    }

    @Override
    public void admit(Class<?> type) {
        filter.admitSignatures(type);
    }

    @Override
    public void admitValues(Class<?> type) {
        filter.admit(type);
    }

    @Override
    public SynchronousCalls synchronousCalls() {
        return synchronousCalls;
    }

    @Override
    public UnseenFailures unseenFailures() {
        return unseenFailures;
    }

    @Override
    public BodyExtension extension(String name) {
        return Members.extension(extensions, name);
    }

    /** {@return what creates active objects} */
    public Creator creator() {
        return creator;
    }

    Names names() {
        return names;
    }

    /** {@return what passes active objects on} */
    public References references() {
        return references;
    }

    @Override
    public Object onSystemCall(int op, String text, long number, Supplier<Object[]> arguments) {
        return systemCalls.answer(op, text, number, arguments);
    }

    DeadlockWatch deadlocks() {
        return deadlocks;
    }

    @Override
    public CompletableFuture<Object> callExtension(Object stub, String extension, Object argument) {
        return Members.callExtension(stub, extension, argument);
    }

    @Override
    public Object[] callAll(StubMethod method, Object[][] arguments, List<?> members) {
        return Members.callAll(method, arguments, members);
    }

    @Override
    public GroupCalls.Deferred defer(StubMethod method, Object[][] arguments) {
        return DeferredCalls.of(this, method, arguments);
    }

    @Override
    public <T> T createStub(Class<T> type, CallHandler handler) {
        return StubFactory.create(type, handler);
    }

    @Override
    public CallHandler handlerOf(Object stub) {
        return StubFactory.handlerOf(stub);
    }

    @Override
    public boolean isActive(Object stub) {
        return ActiveHandler.of(stub) != null;
    }

    @Override
    public boolean canStandInFor(Class<?> type) {
        return StubFactory.canStandInFor(type);
    }

    @Override
    public <T> List<T> createAll(
            Class<T> type, Object[][] parameters, List<Node> nodes, boolean platformThreads) {
        Order<T> order = new Order<>(type, null, null, null, platformThreads);
        return creator.createAll(order, parameters, nodes);
    }

    @Override
    public String toString() {
        Messenger open = messenger;
        return open == null ? "runtime (transport not open)" : open.toString();
    }
}
