package org.activeobjects.api;

import org.activeobjects.wrapper.IntWrapper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/** Goes on when prices arrive. */
public class Trader {

    static final BlockingQueue<String> EVENTS = new LinkedBlockingQueue<>();

    private final List<String> own = new ArrayList<>();

    public Trader() {}

    public int ask(IntWrapper price, String good) {
        PAEventProgramming.addActionOnFuture(price, "onPrice", good, 2);
        return own.size();
    }

    public boolean askTwice(IntWrapper price) {
        PAEventProgramming.addActionOnFuture(price, "onPrice", "first", 1);
        PAEventProgramming.addActionOnFuture(price, "onPrice", "second", 1);
        return true;
    }

    public boolean askForNothing(String method, Object argument) {
        PAEventProgramming.addActionOnFuture("now", method, argument);
        return true;
    }

    protected void onPrice(Future<IntWrapper> price, String good, int count) {
        String text;
        try {
            text = good + " " + count * price.get().getIntValue();
        } catch (ExecutionException e) {
            text = good + " " + e.getCause().getMessage();
        } catch (InterruptedException e) {
            text = "interrupted";
        }
        own.add(text);
        EVENTS.add(text + " " + PAActiveObject.getBodyOnThis().getName().startsWith("Trader#"));
    }

    public void onBoth(Future<Object> now, String text) {
        EVENTS.add("text " + now.resultNow() + text);
    }

    public void onBoth(Object now, Object text) {
        EVENTS.add("object");
    }

    public void onNow(Future<Object> now, Integer number) {
        EVENTS.add(now.resultNow() + " " + number);
    }
}
