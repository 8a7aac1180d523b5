/** A link for tests, on which what one runtime sends to another can be held. */
package org.activeobjects.held;
