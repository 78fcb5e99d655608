/** In `params._meta` of a call to a built-in server that the host admitted without a ticket. Set by the host only. */
export const UNASKED_META = 'baton/unasked';
