import type { Importer } from './importer.ts';
import { chatgpt } from './sources/chatgpt.ts';
import { claude } from './sources/claude.ts';
import { openai } from './sources/openai.ts';

/** The first whose shape it is reads a file: those that are told by more come first. */
export const IMPORTERS: readonly Importer[] = [chatgpt, claude, openai];
