package org.activeobjects.spmd.exchange;

/**
 * Turns the names of exchanges into the numbers of the matched plane, without an allocation for a
 * name that was used lately.
 *
 * <p>Two independent hashes, 62 bits together, make the tag and the context: that two names of one
 * program meet is not to be expected. The contexts are negative, so that they meet none of the
 * collective operations either.
 *
 * <p><b>Threading:</b> safe; a race makes an entry twice.
 */
final class Tags {

    private static final int SLOTS = 64;
    private static final int FNV_BASIS = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;

    private final Entry[] recent = new Entry[SLOTS];

    /**
     * What a name stands for.
     *
     * @param name name given by the program
     * @param tag 0 or more
     * @param context less than 0
     */
    record Entry(String name, int tag, int context) {}

    Entry of(String name) {
        int hash = name.hashCode();
        Entry entry = recent[hash & (SLOTS - 1)];
        if (entry == null || !entry.name.equals(name)) {
            entry = new Entry(name, hash & Integer.MAX_VALUE, secondHash(name));
            recent[hash & (SLOTS - 1)] = entry;
        }
        return entry;
    }

    private static int secondHash(String name) {
        int hash = FNV_BASIS;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return hash | Integer.MIN_VALUE;
    }
}
