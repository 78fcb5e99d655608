import type { settings as en } from '../en/settings.ts';
import type { Translation } from '../translation.ts';

export const settings = {} satisfies Translation<typeof en>;
