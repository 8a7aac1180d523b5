package org.activeobjects.api;

/** A JVM that asks for the balance of an account. */
final class ClientMain {

    private ClientMain() {}

    public static void main(String[] arguments) throws Exception {
        Account account = PAActiveObject.lookupActive(Account.class, arguments[0]);
        System.out.println("BALANCE " + account.balance().getIntValue());
    }
}
