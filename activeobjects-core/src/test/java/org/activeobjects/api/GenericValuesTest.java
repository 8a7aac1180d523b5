package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.activeobjects.error.ActiveObjectCreationException;
import org.activeobjects.node.Node;
import org.activeobjects.node.NodeRuntime;
import org.activeobjects.transport.TransportConfig;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;

/** What type variables of active objects stand for is sent wherever they are known. */
@Timeout(60)
class GenericValuesTest {

    private static final Object[] NONE = {};

    private final NodeRuntime here = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime there = NodeRuntime.open(TransportConfig.defaults());
    private final NodeRuntime elsewhere = NodeRuntime.open(TransportConfig.defaults());

    @BeforeEach
    void actHere() {
        here.makeDefault();
    }

    @AfterEach
    void closeAll() {
        elsewhere.close();
        there.close();
        here.close();
    }

    private Node thatNode() {
        return here.connect(there.card());
    }

    /** What nothing but a type argument names. */
    public static class Ware {

        private final int number;

        public Ware(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }
    }

    /** Cannot be made again. */
    public static class Fragile implements Serializable {
        @Serial private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("fragile");
        }
    }

    /** Leaves open what it holds. */
    public static class Cell<T> {

        private T content;

        public void set(T newContent) {
            content = newContent;
        }

        public T get() {
            return content;
        }

        public void goTo(String url) {
            PAMobileAgent.migrateTo(url);
        }

        public StringWrapper place() {
            return new StringWrapper(PAActiveObject.getNode().url());
        }
    }

    /** Says what it holds, and nothing else. */
    public static class WareCell extends Cell<Ware> {}

    /** Gets a cell of which its own signature says nothing. */
    public static class Clerk {

        @SuppressWarnings("unchecked") // the stub knows it
        public IntWrapper refill(Cell<?> cell, int number) {
            Cell<Ware> wares = (Cell<Ware>) cell;
            int before = wares.get().number();
            wares.set(new Ware(number));
            return new IntWrapper(10 * before + wares.get().number());
        }
    }

    @SuppressWarnings("unchecked") // what was said at creation
    private Cell<Ware> cellThere() {
        return PAActiveObject.newActive(Cell.class, new Class<?>[] {Ware.class}, NONE, thatNode());
    }

    @Test
    void aSubclassSaysWhatItsSuperclassLeavesOpen() {
        WareCell cell = PAActiveObject.newActive(WareCell.class, NONE, thatNode());
        cell.set(new Ware(3));

        assertThat(cell.get().number()).isEqualTo(3);
    }

    @Test
    void theNodeHearsWhatWasSaidAtCreation() {
        Cell<Ware> cell = cellThere();
        cell.set(new Ware(3));

        assertThat(cell.get().number()).isEqualTo(3);
    }

    @Test
    void theNodeHearsWhatWasSaidAsAnObjectBecameActive() {
        Cell<Ware> full = new Cell<>();
        full.set(new Ware(3));
        Cell<Ware> cell = PAActiveObject.turnActive(full, new Class<?>[] {Ware.class}, thatNode());

        assertThat(cell.get().number()).isEqualTo(3);
    }

    @Test
    void whatCannotBecomeActiveThereIsNamedByItsClass() {
        Cell<Object> full = new Cell<>();
        full.set(new Thread());

        assertThatThrownBy(
                        () ->
                                PAActiveObject.turnActive(
                                        full, new Class<?>[] {Ware.class}, thatNode()))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageStartingWith(
                        "what it shall be made of cannot be sent: class="
                                + Cell.class.getName()
                                + " node=")
                .hasMessageContaining(" class=java.lang.Thread path=value(Cell).content ");
    }

    @Test
    void whatFailsToArriveThereIsNamedByWhatItWasToBecome() {
        Cell<Object> full = new Cell<>();
        full.set(new Fragile());

        assertThatThrownBy(
                        () ->
                                PAActiveObject.turnActive(
                                        full, new Class<?>[] {Fragile.class}, thatNode()))
                .isInstanceOf(ActiveObjectCreationException.class)
                .hasMessageStartingWith(
                        "node did not create it: class=" + Cell.class.getName() + " node=")
                .hasMessageContaining(" path=value(Cell).content ")
                .hasMessageContaining(" call=arrival of an object as " + Cell.class.getName());
    }

    @Test
    void whoGetsAStubHearsIt() {
        Cell<Ware> cell = cellThere();
        cell.set(new Ware(3));
        Clerk clerk = PAActiveObject.newActive(Clerk.class, NONE, here.connect(elsewhere.card()));

        assertThat(clerk.refill(cell, 4).getIntValue()).isEqualTo(34);
    }

    @Test
    void theNodeThatAnObjectMovesToHearsIt() {
        Cell<Ware> cell = cellThere();
        cell.set(new Ware(3));
        cell.goTo(elsewhere.node().url());

        assertThat(cell.place().getStringValue()).isEqualTo(elsewhere.node().url());
        assertThat(cell.get().number()).isEqualTo(3);
    }
}
