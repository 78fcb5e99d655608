import type { frame as en } from '../en/frame.ts';
import type { Translation } from '../translation.ts';

export const frame = {} satisfies Translation<typeof en>;
