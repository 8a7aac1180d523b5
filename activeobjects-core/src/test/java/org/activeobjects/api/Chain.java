package org.activeobjects.api;

import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.List;

/** Calls a last one, directly and over others. */
public class Chain {

    private final List<Integer> seen = new ArrayList<>();

    /** One-way. */
    public void see(int number) {
        seen.add(number);
    }

    /** As {@link #see}, with a result. */
    public IntWrapper seeAndTell(int number) {
        seen.add(number);
        return new IntWrapper(number);
    }

    public List<Integer> seen() {
        return seen;
    }

    /** Has the last one see 1 directly, and then 2 over another one. */
    public IntWrapper tellTwice(Chain last, Chain between, boolean oneWay) {
        if (oneWay) {
            last.see(1);
        } else {
            var _ = last.seeAndTell(1);
        }
        return between.passOn(last, 2);
    }

    /** One-way. */
    public void tell(Chain last, int number) {
        last.see(number);
    }

    public IntWrapper passOn(Chain last, int number) {
        return last.seeAndTell(number);
    }

    /** One-way. */
    public void goTo(String url) {
        PAMobileAgent.migrateTo(url);
    }
}
