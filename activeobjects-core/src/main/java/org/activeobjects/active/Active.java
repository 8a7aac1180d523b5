package org.activeobjects.active;

/** Marks what has a say in the activity of an active object. */
public interface Active {}
