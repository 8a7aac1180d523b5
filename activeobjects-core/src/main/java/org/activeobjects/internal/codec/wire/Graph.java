package org.activeobjects.internal.codec.wire;

import com.esotericsoftware.kryo.ClassResolver;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

import org.activeobjects.internal.codec.reach.Stretch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The engine, with an account of the graph that is under way: what is complete, what refers to
 * something around it, what is left to do at the end.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Graph extends Kryo {

    private static final String INTERNAL = "org.activeobjects.internal.";

    private final Limits limits;
    private final WireInput input;
    private final Predicate<Class<?>> admitted;
    private final Identities identities;
    private final Copies copies = new Copies();
    private final Orders orders = new Orders();
    private final Stretch stretch = new Stretch();
    private final List<Runnable> atTheEnd = new ArrayList<>();
    private final Class<?>[] classes = new Class<?>[2];
    private int copyDepth;
    private int copying = -1;

    /**
     * An engine for one input.
     *
     * @param classes how classes are told on the wire
     * @param limits what a message may have
     * @param input where messages are read from
     * @param admitted tells which classes may be sent
     */
    public Graph(
            ClassResolver classes, Limits limits, WireInput input, Predicate<Class<?>> admitted) {
        this(classes, limits, input, admitted, new Identities(limits, input));
    }

    private Graph(
            ClassResolver classes,
            Limits limits,
            WireInput input,
            Predicate<Class<?>> admitted,
            Identities identities) {
        super(classes, identities);
        this.limits = limits;
        this.input = input;
        this.admitted = admitted;
        this.identities = identities;
        setRegistrationRequired(false);
        setAutoReset(false);
        setOptimizedGenerics(false);
        setMaxDepth(Integer.MAX_VALUE);
    }

    /**
     * The engine that a serializer was called with.
     *
     * @param kryo that engine
     * @return the same
     */
    public static Graph of(Kryo kryo) {
        return (Graph) kryo;
    }

    /**
     * What a message may have.
     *
     * @return the limits
     */
    public Limits limits() {
        return limits;
    }

    /**
     * Tells whether a class may be sent.
     *
     * @param type any class
     * @return true if so
     */
    public boolean admits(Class<?> type) {
        return admitted.test(type);
    }

    /**
     * Where in a chain of users' objects this is.
     *
     * @return the account of it
     */
    public Stretch stretch() {
        return stretch;
    }

    /**
     * In how many objects what is written, read or copied now lies, with itself.
     *
     * @return 1 or more
     */
    public int level() {
        return copyDepth > 0 ? copyDepth : getDepth();
    }

    /**
     * An array or a list begins whose elements nobody asks for anything before the graph is
     * complete: a chain of objects may lead through it.
     *
     * @return for {@link #passed}
     */
    public boolean pass() {
        return stretch.enter(level());
    }

    /**
     * It has all of its elements.
     *
     * @param isPassed what {@link #pass} gave
     */
    public void passed(boolean isPassed) {
        if (isPassed) {
            stretch.leave();
            putOff();
        }
    }

    /**
     * Takes note, if fields of a chain are put off, that what is read or copied now may lead there:
     * it is not complete before the chain is.
     */
    public void putOff() {
        if (!stretch.hasRest()) {
            return;
        }
        if (copyDepth > 0) {
            copies.refersTo(stretch.number());
        } else {
            identities.refersTo(stretch.number());
        }
    }

    private void checkDepth(int depth) {
        if (depth >= limits.maxDepth()) {
            throw new CodecFault(
                    null,
                    "the graph is too deep: depth=" + depth + " limit=" + limits.maxDepth(),
                    "send lists in collections, or raise -D"
                            + Limits.PREFIX
                            + "maxDepth on both sides");
        }
    }

    @Override
    public void writeClassAndObject(Output output, Object object) {
        checkDepth(getDepth());
        super.writeClassAndObject(output, object);
    }

    /**
     * Begins to write an object that the reader makes after all that is in it, so that nothing in
     * it may refer to it.
     *
     * @param object the object
     */
    public void openWhole(Object object) {
        identities.openWhole(object);
    }

    /** The object that was opened last is written. */
    public void closeWhole() {
        identities.closeWhole();
    }

    /**
     * The class that was read last at a depth, for messages.
     *
     * @param depth 0 for the values of the message, 1 for what is in one of them
     * @return the class, or {@code null} if it is not known
     */
    public Class<?> classAt(int depth) {
        Class<?> type = classes[depth];
        boolean isOfForm = type != null && type.getName().startsWith(INTERNAL);
        return isOfForm ? null : type; // a class of ours, not that of the object
    }

    @Override
    public Registration readClass(Input input) {
        Registration read = super.readClass(input);
        int depth = getDepth() - 1;
        if (depth < classes.length && read != null) {
            classes[depth] = read.getType();
        }
        return read;
    }

    @Override
    public Object readClassAndObject(Input input) {
        checkDepth(getDepth());
        if (getDepth() < classes.length) {
            classes[getDepth()] = null;
        }
        int id = identities.count();
        int around = identities.enter();
        long before = orders.enter();
        Object object = super.readClassAndObject(input);
        orders.leave(object, before);
        if (object instanceof Comparator<?> && stretch.isUnderWay() && identities.isOpenAround()) {
            orders.addEndless(object);
        }
        identities.leave(id, around);
        return object;
    }

    @Override
    public <T> T readObject(Input input, Class<T> type) {
        int id = identities.count();
        int around = identities.enter();
        long before = orders.enter();
        T object = super.readObject(input, type);
        orders.leave(object, before);
        identities.leave(id, around);
        return object;
    }

    /**
     * Reads an array of primitives that is going to be copied.
     *
     * @param type its class
     * @param <A> its class
     * @return the array
     * @throws CodecFault if too much is made of too few bytes
     */
    public <A> A readToCopy(Class<A> type) {
        int before = input.sharings();
        A array = readObject(input, type);
        input.spendCopy(array, before);
        return array;
    }

    @Override
    public <T> T readObjectOrNull(Input input, Class<T> type) {
        int id = identities.count();
        int around = identities.enter();
        long before = orders.enter();
        T object = super.readObjectOrNull(input, type);
        orders.leave(object, before);
        identities.leave(id, around);
        return object;
    }

    /**
     * How many comparators one comparison may ask.
     *
     * @param order a comparator that was read from this message, or {@code null}
     * @return 1 or more
     */
    public long comparatorsIn(Object order) {
        return orders.in(order);
    }

    /**
     * How many comparators one comparison may ask, by any order of this message.
     *
     * @return 1 or more
     */
    public long mostComparators() {
        return orders.most();
    }

    /**
     * The number of the object that is read or copied now. To be asked for before anything in it is
     * read or copied.
     *
     * @return its number
     */
    public int self() {
        return copyDepth > 0 ? copying : identities.count() - 1;
    }

    /**
     * Puts another object in the place of one that was read: what refers to it from now on gets
     * that.
     *
     * @param self what {@link #self} gave
     * @param read the object that was read
     * @param resolved what is there instead
     */
    public void resolved(int self, Object read, Object resolved) {
        identities.resolved(self, read, resolved);
    }

    /**
     * Whether something in an object refers to one around it, which is not complete yet.
     *
     * @param self what {@link #self} gave
     * @return true if so
     */
    public boolean refersOutOf(int self) {
        return copyDepth > 0 ? copies.refersOutOf(self) : identities.refersOutOf(self);
    }

    /**
     * Place in the message, if all that is shared in it were written out each time. The difference
     * of two places tells how far a walk through what lies between them can be.
     *
     * @return 1 or more
     */
    public long place() {
        return identities.place();
    }

    /**
     * Has something done when the whole graph is there.
     *
     * @param task what to do
     */
    public void atTheEnd(Runnable task) {
        atTheEnd.add(task);
    }

    /** The whole graph is there. */
    public void finish() {
        // Innermost first: they were complete before those around them.
        for (int i = 0; i < atTheEnd.size(); i++) {
            atTheEnd.get(i).run();
        }
        atTheEnd.clear();
        input.dropShared();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T copy(T original) {
        if (original == null) {
            return null;
        }
        Serializer<T> serializer = getSerializer(original.getClass());
        if (serializer.isImmutable()) {
            return original;
        }
        int known = copies.idOf(original);
        if (known >= 0) {
            return (T) copies.copyOf(known, original);
        }
        checkDepth(copyDepth);
        int id = copies.begin(original);
        int around = copies.enter();
        int outer = copying;
        copyDepth++;
        copying = id;
        T copy = serializer.copy(this, original);
        copyDepth--;
        copying = outer;
        copies.complete(id, copy, around);
        return copy;
    }

    /** A serializer has made the object, and goes on with what is in it. */
    @Override
    public void reference(Object object) {
        if (copyDepth > 0) {
            copies.set(copying, object);
        } else {
            super.reference(object);
        }
    }

    @Override
    public void reset() {
        super.reset();
        copies.reset();
        orders.reset();
        stretch.reset();
        copyDepth = 0;
        copying = -1;
        atTheEnd.clear();
    }
}
