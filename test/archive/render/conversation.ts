import { createHash } from 'node:crypto';
import type { SessionHistory } from '#archive/records.ts';
import { FORMATS, type RenderFormat } from '#archive/render/formats.ts';
import type { RenderOptions } from '#archive/render/base/render-options.ts';
import { openRendering } from '#archive/render/base/rendering.ts';
import { render as en } from '#texts/en/render.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { sourceOf } from '../support.ts';
import { plainHistory, sessionRow } from '#test/fakes/session-row.ts';

export const OPTIONS: RenderOptions = {
  thinking: true,
  tools: true,
  branches: true,
  texts: en,
  timeZone: 'UTC',
  modelName: ({ model }) => model,
  at: Date.UTC(2026, 10, 21, 12),
};

/** One red dot. */
export const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
);
export const PNG_HASH = createHash('sha256').update(PNG).digest('hex');
export const BLOBS: ReadonlyMap<string, Uint8Array> = new Map([[PNG_HASH, PNG]]);

const START = Date.UTC(2026, 10, 20, 9);

export type Said = Partial<Omit<StoredMessage, 'parts'>> & { parts: StoredPart[] };

export const text = (content: string): StoredPart => ({ type: 'text', text: content });
export const user = (content: string, more: Partial<StoredMessage> = {}): Said => ({
  role: 'user',
  parts: [text(content)],
  ...more,
});
export const answer = (parts: string | StoredPart[], more: Partial<StoredMessage> = {}): Said => ({
  role: 'assistant',
  origin: { vendor: 'anthropic', model: 'claude' },
  stop: 'end',
  parts: typeof parts === 'string' ? [text(parts)] : parts,
  ...more,
});
export const results = (...parts: StoredPart[]): Said => ({ role: 'tool', parts });

/** Messages `m1`, `m2` …, each the child of the previous one unless specified; the last one ends the path. */
export function conversation(said: readonly Said[], more: Partial<SessionHistory> = {}): SessionHistory {
  const messages = said.map((one, at): StoredMessage => ({
    id: `m${at + 1}`,
    sessionId: 's',
    parentId: at === 0 ? null : `m${at}`,
    seq: at + 1,
    role: 'user',
    status: 'complete',
    createdAt: START + at * 60_000,
    ...one,
  }));
  const session = sessionRow('s', {
    title: 'A title',
    createdAt: START,
    updatedAt: START + said.length * 60_000,
    leafId: messages.at(-1)?.id ?? null,
    lastSeq: messages.length,
  });
  return { ...plainHistory(session, messages), ...more };
}

/** The chunks in the order in which they are written. */
export async function piecesIn(
  format: RenderFormat,
  history: SessionHistory,
  options: Partial<RenderOptions> = {},
  blobs: ReadonlyMap<string, Uint8Array> = BLOBS,
): Promise<string[]> {
  const source = sourceOf([history], blobs);
  const rendering = await openRendering(source, history.session.id, { ...OPTIONS, ...options });
  if (!rendering) throw new Error('no such conversation');
  const pieces: string[] = [];
  for await (const piece of FORMATS[format].write(rendering)) pieces.push(piece);
  return pieces;
}

export async function rendered(...args: Parameters<typeof piecesIn>): Promise<string> {
  return (await piecesIn(...args)).join('');
}
