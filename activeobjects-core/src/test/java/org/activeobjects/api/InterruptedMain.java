package org.activeobjects.api;

/** The first that this JVM does is to make an active object, by a thread that was interrupted. */
final class InterruptedMain {

    private InterruptedMain() {}

    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        Account account = PAActiveObject.newActive(Account.class);
        System.out.println("interrupted=" + Thread.interrupted());
        account.deposit(7);
        System.out.println("balance=" + account.plainBalance());
        PALifeCycle.exitSuccess();
    }
}
