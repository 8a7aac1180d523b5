package org.activeobjects.benchmarks.p2p;

import org.activeobjects.benchmarks.contest.Contestant;
import org.activeobjects.benchmarks.contest.Wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who takes part.
 *
 * @param own this project's links
 * @param others the peers
 */
record Choice(List<Contestant> own, List<Contestant> others) {

    /** What the options ask for; the messages of exceptions name them. */
    List<Contestant> of(List<String> links, boolean peers, List<String> only) {
        if (!only.isEmpty()) {
            return named("--only", only, Stream.concat(own.stream(), others.stream()).toList());
        }
        List<Contestant> chosen = new ArrayList<>();
        if (!links.isEmpty()) {
            chosen.addAll(named("--transport", links, own));
        } else if (peers) {
            chosen.addAll(own);
        } else {
            own.stream().filter(one -> one.wire() != Wire.JVM).findFirst().ifPresent(chosen::add);
        }
        if (peers) {
            chosen.addAll(others);
        }
        return chosen;
    }

    private static List<Contestant> named(
            String option, List<String> names, List<Contestant> known) {
        List<Contestant> chosen = new ArrayList<>();
        for (String name : names) {
            List<Contestant> some = matching(name.strip(), known);
            if (some.isEmpty()) {
                throw new IllegalArgumentException(
                        "unknown name: %s=%s; known: %s".formatted(option, name, ids(known)));
            }
            some.stream().filter(one -> !chosen.contains(one)).forEach(chosen::add);
        }
        return chosen;
    }

    /**
     * The one of that name, or all that begin with it: {@code ucx} is {@code ucx-posix} and more.
     */
    private static List<Contestant> matching(String name, List<Contestant> known) {
        List<Contestant> same = known.stream().filter(one -> one.id().equals(name)).toList();
        return same.isEmpty()
                ? known.stream().filter(one -> one.id().startsWith(name + "-")).toList()
                : same;
    }

    private static String ids(List<Contestant> contestants) {
        return contestants.stream().map(Contestant::id).collect(Collectors.joining(", "));
    }

    /** One line each, for people. */
    List<String> describe() {
        return Stream.concat(own.stream(), others.stream())
                .map(
                        one ->
                                String.format(
                                        Locale.ROOT,
                                        "%-16s%-30s%s",
                                        one.id(),
                                        one.name(),
                                        one.wire().title()))
                .toList();
    }
}
