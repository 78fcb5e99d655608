/** Every call under /api carries APP_HEADER; a cross-origin page cannot set it without a preflight that is never granted. */
export const APP_HEADER = 'x-baton';
export const APP_HEADER_VALUE = '1';
/** Per-launch token: from the URL fragment in browser mode, from the preload in Electron. */
export const TOKEN_HEADER = 'x-baton-token';
/** Names a request so that DELETE /api/runs/:id can abort it, even before its response headers exist. */
export const RUN_HEADER = 'x-baton-run';
/** On responses that the host made itself: the problem code. Absent on a vendor's response. */
export const PROBLEM_HEADER = 'x-baton-problem';
/**
 * The secret of a window (WindowStanding). An approval counts only in a call that carries it. On the event stream, a
 * window without a secret sends the page's code from before a reload, or an invitation.
 */
export const WINDOW_HEADER = 'x-baton-window';
/** Number of the gesture that a call is for. The window counts it up, so that one gesture is good for one call. */
export const GESTURE_HEADER = 'x-baton-gesture';
