import { toToolName } from './tool-names.ts';

/** Baton's own server for the web, the same at every vendor. */
export const WEB_SERVER = 'builtin_web_server';
export const WEB_SEARCH_TOOL = toToolName(WEB_SERVER, 'search');
export const FETCH_PAGE_TOOL = toToolName(WEB_SERVER, 'fetch');
