import { chat } from './chat.ts';
import { common } from './common.ts';
import { frame } from './frame.ts';

/** The texts that a page needs before its message box can be used. */
export const firstCatalogs = { chat, common, frame };
