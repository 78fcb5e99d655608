import type { models as en } from '../en/models.ts';
import type { Translation } from '../translation.ts';

export const models = {} satisfies Translation<typeof en>;
