package org.activeobjects.group;

/**
 * To whom the calls go that a call of a typed group comes to when one of its arguments is scattered
 * ({@link PAGroup#setScatterGroup}): call <i>i</i> has element <i>i</i>, and result <i>i</i> is
 * that of call <i>i</i>. There are as many calls as the largest of these arguments has elements; of
 * {@link #STATIC_ROUND_ROBIN}, which calls every member, as many as there are members if these are
 * more.
 *
 * <p><b>Source:</b> {@code DispatchMode} of ProActive. Different here: there is no {@code CUSTOM};
 * who wants to choose by himself calls the members one by one.
 */
public enum DispatchMode {

    /**
     * Call <i>i</i> goes to member <i>i</i> modulo their number, with element <i>i</i> modulo the
     * number of elements: of fewer elements than members some go to several members.
     */
    STATIC_ROUND_ROBIN,

    /** Each call goes to some member, every one as likely as the others. */
    STATIC_RANDOM,

    /**
     * Each member gets so many calls as the buffer size says, and one more whenever it has answered
     * one; {@link PAGroup#setDispatchMode} says what that means in all cases.
     */
    DYNAMIC,

    /**
     * Nothing is said: what {@link Dispatch} says of the method, or else of the type of the group,
     * and {@link #STATIC_ROUND_ROBIN} if that says nothing either.
     */
    UNSPECIFIED
}
