import type { EntryState, FileDiff } from '#contract/checkpoints.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { decodeBytes } from '../mcp/builtin/workspace/decode-bytes.ts';
import { isBinary } from '../mcp/builtin/workspace/text-file.ts';

/** Longer texts are not compared. */
const TEXT_LIMIT = 1024 * 1024;
const DIFF_LENGTH = 200_000;

/** The change between two states as text. `bytesOf` returns `null` where the bytes are no longer there. */
export async function diffChange(
  shown: string,
  before: EntryState,
  after: EntryState,
  bytesOf: (state: Extract<EntryState, { kind: 'file' }>) => Promise<Uint8Array | null>,
): Promise<FileDiff> {
  const texts: (string | null)[] = [];
  for (const state of [before, after]) {
    if (state.kind === 'link') texts.push(`-> ${state.target}\n`);
    else if (state.kind !== 'file') texts.push(null);
    else {
      if (state.size > TEXT_LIMIT) return { kind: 'too-large', diff: '', cut: false };
      const bytes = await bytesOf(state);
      if (!bytes) return { kind: 'unknown', diff: '', cut: false };
      if (isBinary(bytes)) return { kind: 'binary', diff: '', cut: false };
      texts.push(await decodeBytes(bytes));
    }
  }
  const [old = null, now = null] = texts;
  const diff = old === null && now === null ? '' : unifiedDiff(shown, old, now ?? '');
  if (diff === '') return { kind: 'none', diff, cut: false };
  if (diff.length <= DIFF_LENGTH) return { kind: 'text', diff, cut: false };
  return { kind: 'text', diff: diff.slice(0, diff.lastIndexOf('\n', DIFF_LENGTH) + 1), cut: true };
}
