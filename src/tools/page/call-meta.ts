/** In `_meta` of a call to a server of the page: the key of the call. */
export const MCP_CALL_META = 'baton/call';
