package org.activeobjects.api;

/**
 * Stands in the signatures of creation for what programs hand over as {@code null}. There is
 * nothing to implement: bodies, queues and stubs are the runtime's own, and an instance is refused.
 *
 * <p><b>Source:</b> {@code MetaObjectFactory} of ProActive.
 */
public interface MetaObjectFactory {}
