package org.activeobjects.transport.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.activeobjects.transport.address.RuntimeId;
import org.activeobjects.transport.message.Handlers;
import org.activeobjects.transport.message.LogToList;
import org.activeobjects.transport.progress.ParkingDoorbell;
import org.activeobjects.transport.progress.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What is said of messages for endpoints that there are not. */
@Timeout(60)
class StationsTest {

    private static final RuntimeId HERE = new RuntimeId(1, 1);

    private final List<String> said = new ArrayList<>();
    private final ParkingDoorbell bell = new ParkingDoorbell();
    private final Progress progress = new Progress("test-progress", bell, 0);
    private final Party sender = new LocalMessagesTest.Here();
    private final Stations stations =
            new Stations(HERE, progress, new Handlers(), LogToList.of(said));

    @AfterEach
    void close() {
        progress.close();
        bell.close();
    }

    @Test
    void theFirstMessageForOneThatIsNotOpenYetIsWarnedOf() {
        stations.open(null);

        stations.dropped(sender, 2);
        stations.dropped(sender, 3);
        stations.dropped(sender, 2);

        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("warn [a message was dropped")
                .contains("open endpoints before others send to them", HERE + "#2");
    }

    @Test
    void ofOneThatWasClosedItsSenderIsTold() {
        stations.forget(stations.open(null));

        stations.dropped(sender, 1);

        assertThat(said).isEmpty();
        assertThat(sender.whyNothing(1)).hasMessageContaining("the endpoint is closed");
    }

    @Test
    void eachIsFoundByItsNumberHoweverManyWereClosed() {
        List<Station> open = new ArrayList<>();
        for (int id = 1; id <= 2000; id++) {
            Station station = stations.open(null);
            if (id == 1 || id % 300 == 0) {
                open.add(station);
            } else {
                stations.forget(station);
            }
        }

        List<Station> found = new ArrayList<>();
        stations.forEach(found::add);
        assertThat(found).containsExactlyElementsOf(open);
        assertThat(open).allMatch(station -> stations.at(station.id()) == station);
        assertThat(IntStream.of(Integer.MIN_VALUE, -1, 0, 2, 257, 2000, 2001, Integer.MAX_VALUE))
                .allMatch(id -> stations.at(id) == null);
        assertThat(stations.whyNotOpen(2000)).startsWith("the endpoint is closed");
        assertThat(stations.whyNotOpen(2001)).startsWith("no endpoint of that number");
    }

    @Test
    void noneTakesMoreMemoryBecauseManyWereClosed() {
        long before = bytesOfOpeningAndClosing(100);
        bytesOfOpeningAndClosing(20_000);

        assertThat(bytesOfOpeningAndClosing(100)).isLessThan(2 * before);
    }

    private long bytesOfOpeningAndClosing(int count) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < count; i++) {
            stations.forget(stations.open(null));
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
