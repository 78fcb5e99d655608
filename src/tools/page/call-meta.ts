/** The key of the call, in `_meta` of a call to a server in the page. */
export const MCP_CALL_META = 'baton/call';
