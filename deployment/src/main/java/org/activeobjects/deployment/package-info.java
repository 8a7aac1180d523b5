/**
 * Deployment by descriptors: which nodes an application has, started and ended as one.
 *
 * <p>May use {@code deployment.job}, {@code deployment.error}, {@code internal.descriptor} and
 * core's public packages; used by users' programs.
 *
 * <p>Threads: any.
 */
package org.activeobjects.deployment;
