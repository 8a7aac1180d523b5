package org.activeobjects.group.dispatch;

import org.activeobjects.spi.GroupCalls;

/**
 * One call, and where it belongs.
 *
 * @param call the call
 * @param index its number among those of the deal
 * @param deal where it belongs
 */
record Task(GroupCalls.Later call, int index, Deal deal) {}
