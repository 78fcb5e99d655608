/** Every call under /api carries APP_HEADER; a cross-origin page cannot set it without a preflight that is never granted. */
export const APP_HEADER = 'x-baton';
export const APP_HEADER_VALUE = '1';
/** Per-launch token: from the URL fragment in browser mode, from the preload in Electron. */
export const TOKEN_HEADER = 'x-baton-token';
/** Names a request so that DELETE /api/runs/:id can abort it, also before its response headers exist. */
export const RUN_HEADER = 'x-baton-run';
/** On responses the host made itself: the problem code. Absent on what a vendor answered. */
export const PROBLEM_HEADER = 'x-baton-problem';
/**
 * The secret of a window (WindowStanding): with it, only a call that is an approval counts as one. On the event stream
 * also what a window has instead of one: the code of the page before a reload, or an invitation.
 */
export const WINDOW_HEADER = 'x-baton-window';
/** Number of the gesture that a call is for; counted up by the window, so that one gesture is good for one call. */
export const GESTURE_HEADER = 'x-baton-gesture';
