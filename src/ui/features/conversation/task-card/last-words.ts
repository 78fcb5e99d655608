import type { Part } from '#core/message.ts';
import { joinSplitTexts } from '#core/split-texts.ts';
import type { StoredPart } from '#storage/rows.ts';

const MAX_LINES = 12;
const MAX_LENGTH = 1_200;

interface LastWords {
  kind: 'text' | 'thinking';
  text: string;
}

/** The last lines that a model wrote in an answer, or thought where it has written nothing yet; `null` without any. */
export function lastWords(parts: readonly (Part | StoredPart)[]): LastWords | null {
  const said = joinSplitTexts(parts).findLast((part) => part.type === 'text' && part.text.trim() !== '');
  const last = said ?? parts.findLast((part) => part.type === 'thinking' && part.text.trim() !== '');
  if (last?.type !== 'text' && last?.type !== 'thinking') return null;
  const end = last.text.trimEnd();
  const lines = end.slice(-MAX_LENGTH).split('\n');
  const shown = lines.slice(-MAX_LINES);
  const text = shown.join('\n');
  if (text.length === end.length) return { kind: last.type, text };
  // A cut word isn't shown, unless there is nothing but it.
  return { kind: last.type, text: `…${shown.length < lines.length ? text : text.replace(/^\S*\s+(?=\S)/, '')}` };
}
