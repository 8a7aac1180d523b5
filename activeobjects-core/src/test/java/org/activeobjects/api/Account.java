package org.activeobjects.api;

import org.activeobjects.active.StubObject;
import org.activeobjects.annotation.ImmediateService;
import org.activeobjects.wrapper.IntWrapper;
import org.activeobjects.wrapper.StringWrapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What the tests call: one method per way to be called. */
public class Account {

    /** Opened by a test to let {@link #waitForGate} go on; static, since arguments are copied. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    /** One permit per {@link #waitForGate} that has begun. */
    static final Semaphore ENTERED = new Semaphore(0);

    private final String owner;
    private final List<Integer> seen = new ArrayList<>();
    private int balance;

    public Account() {
        this("nobody", 0);
    }

    public Account(String owner, int balance) {
        this.owner = owner;
        this.balance = balance;
    }

    public Account(Integer boxed) {
        this("boxed", boxed.intValue());
    }

    public Account(int primitive) {
        this("primitive", primitive);
    }

    public Account(CharSequence ambiguous, Object other) {
        this("first", 0);
    }

    public Account(Object other, CharSequence ambiguous) {
        this("second", 0);
    }

    public Account(Boolean fails) {
        throw new IllegalStateException("no account for " + fails);
    }

    public void deposit(int amount) {
        balance += amount;
    }

    public IntWrapper balance() {
        return new IntWrapper(balance);
    }

    public String owner() {
        return owner;
    }

    public int plainBalance() {
        return balance;
    }

    public StringWrapper nothing() {
        return null;
    }

    public StringWrapper fails(String text) {
        throw new IllegalArgumentException(text);
    }

    public void failsOneWay() {
        throw new IllegalArgumentException("nobody waits for this");
    }

    public StringWrapper failsDeclared(String text) throws IOException {
        throw new IOException(text);
    }

    /** One-way. */
    public void openGate() {
        gate.countDown();
    }

    @ImmediateService
    public int begunAtGate() {
        return ENTERED.availablePermits();
    }

    public IntWrapper waitForGate() {
        ENTERED.release();
        try {
            if (!gate.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("gate stayed closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new IntWrapper(balance);
    }

    public void see(int number) {
        seen.add(number);
    }

    public Object echo(Object any) {
        return any;
    }

    public List<Integer> seen() {
        return seen;
    }

    public IntWrapper changeFirst(double[] values) {
        values[0] = 42;
        return new IntWrapper(values.length);
    }

    public CompletableFuture<String> later(String text) {
        return CompletableFuture.supplyAsync(() -> "later " + text);
    }

    public StringWrapper describe(IntWrapper number) {
        return new StringWrapper("number " + number.getIntValue());
    }

    public IntWrapper balanceOf(Account other) {
        return other.balance();
    }

    public IntWrapper describesBalanceOf(Account other) {
        return new IntWrapper(other.balance().getIntValue() + 1);
    }

    public StubObject self() {
        return PAActiveObject.getStubOnThis();
    }

    public StringWrapper thread() {
        return new StringWrapper(Thread.currentThread().getName());
    }

    public int callMyself() {
        return ((Account) PAActiveObject.getStubOnThis()).plainBalance();
    }

    protected IntWrapper hidden() {
        return new IntWrapper(-balance);
    }

    public void end() {
        PAActiveObject.terminateActiveObject(true);
    }

    public IntWrapper interruptMe() {
        Thread.currentThread().interrupt();
        return new IntWrapper(1);
    }

    public boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }
}
