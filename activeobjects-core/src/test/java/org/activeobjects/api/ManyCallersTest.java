package org.activeobjects.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Bodies that fall asleep and wake all the time lose no request. */
@Timeout(60)
class ManyCallersTest {

    private static final int OBJECTS = 20;
    private static final int CALLERS = 4;
    private static final int ROUNDS = 3_000;

    @Test
    void losesNoRequestWhenManyThreadsCallObjectsThatAreIdleMostOfTheTime() {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            accounts.add(PAActiveObject.newActive(Account.class, "many", 0));
        }
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int first = caller;
            callers.add(
                    CompletableFuture.runAsync(
                            () -> {
                                for (int round = 0; round < ROUNDS; round++) {
                                    Account account = accounts.get((first + round) % OBJECTS);
                                    account.deposit(1);
                                    if (round % 7 == 0) {
                                        account.balance().getIntValue();
                                    }
                                }
                            },
                            first % 2 == 0
                                    ? Thread::startVirtualThread
                                    : task -> Thread.ofPlatform().daemon().start(task)));
        }
        callers.forEach(CompletableFuture::join);

        int sum = accounts.stream().mapToInt(Account::plainBalance).sum();
        assertThat(sum).isEqualTo(CALLERS * ROUNDS);
    }
}
