package org.activeobjects.api;

import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.List;

/** An active object that waits for several others at once, or for futures of others. */
public class Juggler {

    private final List<Juggler> others = new ArrayList<>();

    public Juggler() {}

    public void knows(Juggler other) {
        others.add(other);
    }

    public IntWrapper answer() {
        return new IntWrapper(1);
    }

    /** Waits for the first of those it knows, which do the same. */
    public IntWrapper askFirst() {
        return new IntWrapper(others.getFirst().answer().getIntValue());
    }

    private List<IntWrapper> askEach() {
        List<IntWrapper> answers = new ArrayList<>();
        for (Juggler other : others) {
            answers.add(other.askFirst());
        }
        return answers;
    }

    public IntWrapper askAny() {
        List<IntWrapper> answers = askEach();
        return new IntWrapper(answers.get(PAFuture.waitForAny(answers)).getIntValue());
    }

    public IntWrapper askAll() {
        List<IntWrapper> answers = askEach();
        PAFuture.waitForAll(answers);
        int sum = 0;
        for (IntWrapper answer : answers) {
            sum += answer.getIntValue();
        }
        return new IntWrapper(sum);
    }

    /** Waits for a future of others. */
    public IntWrapper use(IntWrapper future) {
        return new IntWrapper(future.getIntValue());
    }

    /** Has one use what the other has to wait for this object to give, and waits for that. */
    public IntWrapper giveOn() {
        IntWrapper future = others.get(0).askFirst();
        return new IntWrapper(others.get(1).use(future).getIntValue());
    }
}
