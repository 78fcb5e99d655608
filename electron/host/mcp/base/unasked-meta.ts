/** In `params._meta` of a call to a built-in server that the host admitted without a ticket. Set by the host only. */
export const UNASKED_META = 'baton/unasked';
/** The same for one that an earlier answer of the user covers. */
export const COVERED_META = 'baton/covered';
