import { choosePrompts, type ModelPrompts } from '#core/model-prompts.ts';
import type { HistoryMessage } from '#core/message.ts';
import { byFolder } from './base/by-folder.ts';
import { modelPrompts as english } from './en/model-prompts.ts';

const PROMPTS = byFolder(
  import.meta.glob<ModelPrompts>('./*/model-prompts.ts', { eager: true, import: 'modelPrompts' }),
);

/** What Baton writes to a model, in the language that the user writes. */
export const promptsFor = (history: readonly HistoryMessage[]): ModelPrompts =>
  choosePrompts(history, PROMPTS.values()) ?? english;

/** Asks for a summary from which another model can continue. */
export const handoffPrompt = (history: readonly HistoryMessage[]): string => promptsFor(history).handoff;

/** Explains to the next model what it is reading, in the language of the summary. */
export const handoffLead = (summary: string): string =>
  promptsFor([{ role: 'user', parts: [{ type: 'text', text: summary }] }]).handoffLead;
