import type { PackedFile } from '#archive/files.ts';
import { readImport } from '#archive/import/read-import.ts';
import { emptyReceipt, type ImportReceipt } from '#archive/import/base/receipt.ts';
import type { ImportedHistory } from '#archive/import/base/to-history.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { SessionRecordSchema, recordsOf, type SessionHistory } from '#archive/records.ts';
import { pathTo } from '#core/tree.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { expect } from 'vitest';
import { pieces } from '../memory-files.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';

/** Time of every import in these tests. */
export const NOW = 1_795_000_000_000;

export interface Read {
  all: ImportedHistory[];
  receipt: ImportReceipt;
  /** By the source's own id. */
  of(id: string): SessionHistory;
}

/** Files by name; anything other than text or bytes is written as JSON. */
export async function read(files: Record<string, unknown>, now = NOW): Promise<Read> {
  const receipt = emptyReceipt();
  const packed = Object.entries(files).map(([name, content]): PackedFile => {
    const bytes =
      content instanceof Uint8Array
        ? content
        : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
    return { name, bytes: bytes.length, read: () => pieces(bytes, 37) };
  });
  const all: ImportedHistory[] = [];
  for await (const one of readImport(packed, receipt, { now })) all.push(one);
  for (const { history } of all) wellMade(history);
  return {
    all,
    receipt,
    of(id) {
      const found = all.find(({ history }) => history.session.id.endsWith(`:${id}`));
      if (!found) throw new Error(`no conversation ${id}: ${JSON.stringify(receipt)}`);
      return found.history;
    },
  };
}

/** Requirements on every import: storage can read it, it's new at first, and adds nothing when imported again. */
function wellMade(history: SessionHistory): void {
  // Cloned like for the database and for other threads: it must not contain a watched object.
  expect(structuredClone(history)).toEqual(history);
  for (const record of recordsOf(history))
    expect(SessionRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(JSON.parse(JSON.stringify(record)));
  const ids = history.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { parentId } of history.messages) expect(parentId === null || ids.includes(parentId)).toBe(true);
  expect(ids).toContain(history.session.leafId);
  const first = planMerge(history, null, NOTHING_ELSE);
  expect(first.kind).toBe('new');
  expect(planMerge(history, carriedOut(null, first), NOTHING_ELSE).kind).toBe('same');
}

/** The chosen path in short form. */
export function path({ session, messages }: SessionHistory): string[] {
  return pathTo(messages, session.leafId).map(said);
}

export function said({ role, parts }: Pick<StoredMessage, 'role' | 'parts'>): string {
  return `${role}: ${parts.map(partSaid).join(' | ')}`;
}

function partSaid(part: StoredMessage['parts'][number]): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'thinking':
      return `(${part.text})`;
    case 'tool_call':
      return `${part.name}${JSON.stringify(part.args)}#${part.id}`;
    case 'tool_result':
      return [
        `#${part.callId} = ${part.text}`,
        ...(part.images ?? []).map(({ mime, bytes }) => `<${mime} ${bytes}>`),
      ].join(' + ');
    case 'image':
      return `<${part.mime} ${part.bytes}>`;
    case 'file':
      return `<${part.name} ${part.bytes}>`;
    default:
      return `{${part.type === 'vendor_block' ? part.kind : part.type}}`;
  }
}

export const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 1, 2, 3);
