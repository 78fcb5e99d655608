import type { firstCatalogs as en } from '#texts/en/first-catalogs.ts';
import { chat } from './chat.ts';
import { common } from './common.ts';
import { frame } from './frame.ts';

export const firstCatalogs = { chat, common, frame } satisfies Record<keyof typeof en, object>;
