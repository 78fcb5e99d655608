import type { IMPORTERS } from './importers.ts';

/** A program whose exports are read. Only its type: the page doesn't load the importers. */
export type Source = keyof typeof IMPORTERS;
