import type { chat as en } from '../en/chat.ts';
import type { Translation } from '../translation.ts';

export const chat = {} satisfies Translation<typeof en>;
