/** Origins of what the user pointed at, as its part names them (`from` in storage/rows.ts). */

/** Baton's own server for the files of attached folders. */
export const WORKSPACE_SERVER = 'builtin_workspace_server';
/** No server: another conversation of the user. */
export const CONVERSATION_ORIGIN = 'builtin_conversation_server';
