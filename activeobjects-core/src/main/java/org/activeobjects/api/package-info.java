/**
 * The facades that programs begin with: active objects, futures, the life of the program.
 *
 * <p>May use every other package of the core; used by user programs and by the layers above.
 *
 * <p>Threads: any. A facade acts on the runtime of the active object that the calling thread
 * serves, else on the default runtime of the JVM, which is made at first use.
 */
package org.activeobjects.api;
