import { isObject, parseJson } from '../json.ts';
import { ANTHROPIC_BLOCKS, OTHER_RESULT } from './anthropic-blocks.ts';
import { GEMINI_PARTS } from './gemini-parts.ts';
import type { OwnBlock } from './own-block.ts';
import { RESPONSES_ITEMS } from './responses-items.ts';

/** A block as it is stored. */
interface Stored {
  kind: string;
  data: string;
}

const READERS = new Map(
  [ANTHROPIC_BLOCKS, RESPONSES_ITEMS, GEMINI_PARTS].flatMap((readers) => Object.entries(readers)),
);

const readerOf = (kind: string) => READERS.get(kind) ?? (kind.endsWith('_tool_result') ? OTHER_RESULT : undefined);

export const isReadableKind = (kind: string): boolean => readerOf(kind) !== undefined;

const known = new WeakMap<Stored, OwnBlock | null>();

/** What a block says; `null` if it is not readable: opaque, of an unknown kind, or damaged. Blocks never change. */
export function readOwnBlock(block: Stored): OwnBlock | null {
  const before = known.get(block);
  if (before !== undefined) return before;
  const value = parseJson(block.data);
  const read = readerOf(block.kind);
  const own = read && isObject(value) ? read(value) : null;
  known.set(block, own);
  return own;
}
