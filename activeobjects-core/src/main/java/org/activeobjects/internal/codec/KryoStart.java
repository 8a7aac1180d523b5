package org.activeobjects.internal.codec;

import com.esotericsoftware.kryo.util.Util;

/**
 * Loads Kryo without its use of {@code sun.misc.Unsafe}, of which the JVM warns on the console.
 *
 * <p>Kryo reads the setting once, when its first class is initialized; afterwards it is put back,
 * so that nothing of this shows in the properties of the program. A user's own setting is kept.
 */
final class KryoStart {

    private static final String SETTING = "kryo.unsafe";

    private KryoStart() {}

    static synchronized void quietly() {
        boolean own = System.getProperty(SETTING) == null;
        if (own) {
            System.setProperty(SETTING, "false");
        }
        try {
            Class.forName(Util.class.getName(), true, Util.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the class was there a line above", e);
        } finally {
            if (own) {
                System.clearProperty(SETTING);
            }
        }
    }
}
