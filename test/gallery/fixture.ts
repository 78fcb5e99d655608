import type { ModelError } from '#core/error.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import { openDatabase } from '#storage/database.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { SessionRow, StoredMessage, StoredPart } from '#storage/rows.ts';
import { SEEN_HINTS_KEY } from '#core/setting-keys.ts';
import { HINT_IDS } from '#ui/features/conversation/hints/hint-ids.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

export const MINUTE = 60_000;
/** A Friday. */
export const THEN = Date.UTC(2026, 10, 20, 9, 30);
/** The clock of the page when a story opens: no story depends on the day it is shown. */
export const NOW = THEN + 20 * 60_000;

type TableName =
  | 'sessions'
  | 'messages'
  | 'overlays'
  | 'blobs'
  | 'sends'
  | 'usage'
  | 'drafts'
  | 'prompts'
  | 'assistants'
  | 'folders'
  | 'projectFiles'
  | 'projectTexts'
  | 'projectVectors'
  | 'settings'
  | 'plans'
  | 'outputs'
  | 'runs'
  | 'runRecords';
type RowOf<T> = T extends { add: (item: infer Row) => unknown } ? Row : never;

/** Rows by table. */
export type Fixture = { [Name in TableName]?: readonly RowOf<BatonDatabase[Name]>[] };

export async function store(fixture: Fixture): Promise<void> {
  const db = await openDatabase();
  // Not the first start of this version, unless the story sets that.
  await db.settings.put({ key: 'app.seenVersion', value: '0.1.0' });
  // Nor the first time that something explains itself.
  await db.settings.put({ key: SEEN_HINTS_KEY, value: HINT_IDS });
  for (const [name, rows] of Object.entries(fixture)) await db.table(name).bulkPut([...rows]);
  db.close();
}

export function together(...fixtures: readonly Fixture[]): Fixture {
  const all: Record<string, unknown[]> = {};
  for (const fixture of fixtures)
    for (const [name, rows] of Object.entries(fixture)) all[name] = [...(all[name] ?? []), ...rows];
  return all;
}

export const CLAUDE = {
  vendor: 'anthropic',
  model: 'claude-sonnet-5-5',
  endpoint: 'https://anthropic.example',
  account: 'account-anthropic',
} as const;
export const GPT = {
  vendor: 'openai',
  model: 'gpt-6-sol',
  endpoint: 'https://openai.example',
  account: 'account-openai',
} as const;
export const GEMINI = {
  vendor: 'gemini',
  model: 'gemini-3.8-flash',
  endpoint: 'https://gemini.example',
  account: 'account-gemini',
} as const;

type More = Partial<StoredMessage>;
type Parts = string | readonly StoredPart[];
const partsOf = (parts: Parts): StoredPart[] =>
  typeof parts === 'string' ? [{ type: 'text', text: parts }] : [...parts];

/** Builds a session, message by message. */
export class Thread {
  readonly id: string;
  readonly #title: string;
  readonly #row: Partial<SessionRow>;
  readonly messages: StoredMessage[] = [];
  #last: string | null = null;

  constructor(id: string, title: string, row: Partial<SessionRow> = {}) {
    this.id = id;
    this.#title = title;
    this.#row = row;
  }

  add(role: StoredMessage['role'], parts: Parts, more: More = {}): this {
    const seq = this.messages.length + 1;
    const at = THEN + seq * MINUTE;
    const message: StoredMessage = {
      id: `${this.id}-${seq}`,
      sessionId: this.id,
      parentId: this.#last,
      seq,
      role,
      parts: partsOf(parts),
      status: 'complete',
      createdAt: at,
      ...(role === 'assistant' && {
        completedAt: at + 4200,
        ...(!more.edited && { origin: CLAUDE }),
        stop: 'end' as const,
      }),
      ...more,
    };
    this.messages.push(message);
    this.#last = message.id;
    return this;
  }

  user(parts: Parts, more?: More): this {
    return this.add('user', parts, more);
  }

  answer(parts: Parts, more?: More): this {
    return this.add('assistant', parts, more);
  }

  results(parts: readonly StoredPart[], more?: More): this {
    return this.add('tool', parts, more);
  }

  failed(error: ModelError, parts: Parts = [], more: More = {}): this {
    return this.answer(parts, { error, stop: 'error', ...more });
  }

  /** The next message becomes a child of this one. */
  after(seq: number): this {
    this.#last = this.messages[seq - 1]?.id ?? null;
    return this;
  }

  fixture(): Fixture {
    const updatedAt = this.messages.at(-1)?.createdAt ?? THEN;
    const row = sessionRow(this.id, {
      title: this.#title,
      createdAt: THEN,
      updatedAt,
      leafId: this.#last,
      lastSeq: this.messages.length,
      target: { connection: 'anthropic', model: CLAUDE.model, thinking: 'medium' },
      lastVendor: 'anthropic',
      ...this.#row,
    });
    return { sessions: [row], messages: this.messages.map(toMessageRow) };
  }
}

export const setting = (key: string, value: unknown): Fixture => ({ settings: [{ key, value }] });

/** A blob as it is stored, under its SHA-256. */
export async function blob(bytes: BlobPart, mime: string): Promise<{ hash: string; bytes: number; fixture: Fixture }> {
  const stored = new Blob([bytes], { type: mime });
  const digest = await crypto.subtle.digest('SHA-256', await stored.arrayBuffer());
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { hash, bytes: stored.size, fixture: { blobs: [{ hash, mime, bytes: stored }] } };
}
