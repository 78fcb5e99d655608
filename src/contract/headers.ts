/** Every call under /api carries APP_HEADER; a cross-origin page cannot set it without a preflight that is never granted. */
export const APP_HEADER = 'x-baton';
export const APP_HEADER_VALUE = '1';
/** Per-launch token: from the URL fragment in browser mode, from the preload in Electron. */
export const TOKEN_HEADER = 'x-baton-token';
/** Names a request so that DELETE /api/runs/:id can abort it, also before its response headers exist. */
export const RUN_HEADER = 'x-baton-run';
/** On responses the host made itself: the problem code. Absent on what a vendor answered. */
export const PROBLEM_HEADER = 'x-baton-problem';
