import type { Block } from './ast.ts';

export type Footnote = Extract<Block, { type: 'footnote' }>;

export const isFootnote = (block: Block): block is Footnote => block.type === 'footnote';

/** A second note with the same label is never reached, as with link definitions. */
export function firstOfEach(notes: readonly Footnote[]): Footnote[] {
  const seen = new Set<string>();
  return notes.filter((note) => !seen.has(note.label) && seen.add(note.label));
}
