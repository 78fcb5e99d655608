import type { Page } from '@playwright/test';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';

/** Rows of the page's current database, as stored on disk: of these tables, or of all. */
async function readTables(page: Page, names?: readonly string[]): Promise<Record<string, unknown[]>> {
  return page.evaluate(async (wanted) => {
    const numbers = (await indexedDB.databases()).flatMap(({ name = '', version = 0 }) =>
      version < 10 ? [] : (/^baton(?:-(\d+))?$/.exec(name)?.slice(1) ?? []).map((number) => Number(number ?? 1)),
    );
    const last = Math.max(1, ...numbers);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open(last === 1 ? 'baton' : `baton-${last}`);
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    const tables: Record<string, unknown[]> = {};
    for (const name of wanted ?? db.objectStoreNames) {
      tables[name] = await new Promise((resolve, reject) => {
        const all = db.transaction(name).objectStore(name).getAll();
        all.addEventListener('success', () => resolve(all.result));
        all.addEventListener('error', () => reject(all.error));
      });
    }
    db.close();
    return tables;
  }, names);
}

/** Every row of every table. */
export const dumpStorage = (page: Page): Promise<Record<string, unknown[]>> => readTables(page);

export async function readMessages(page: Page): Promise<StoredMessage[]> {
  const { messages = [] } = await readTables(page, ['messages']);
  return (messages as StoredMessage[]).toSorted((a, b) => a.seq - b.seq);
}

/** The messages of the conversation that the page shows. */
export async function readOpenMessages(page: Page): Promise<StoredMessage[]> {
  const id = /#\/s\/([^/?]+)/.exec(page.url())?.[1];
  return (await readMessages(page)).filter(({ sessionId }) => sessionId === id);
}

/** Text of a message's text parts. */
export const textOf = (message: StoredMessage | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');

interface SeedOptions extends Partial<Pick<SessionRow, 'id' | 'title' | 'deletedAt'>> {
  /** Prefix of its message ids. */
  name?: string;
}

const PARAGRAPH =
  'A conversation moves from one vendor to the next and every word stays. 대화는 회사를 옮겨 다녀도 한 글자도 사라지지 않습니다. ';

/** Puts conversations and their messages into the database of an open page, in transactions of 500 rows. */
async function putRows(page: Page, sessions: readonly unknown[], messages: readonly unknown[]): Promise<void> {
  await page.evaluate(
    async ({ sessions: rows, messages: all }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open('baton');
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const write = (table: string, some: readonly unknown[]) =>
        new Promise<void>((resolve, reject) => {
          const transaction = db.transaction(table, 'readwrite');
          for (const one of some) transaction.objectStore(table).put(one);
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('error', () => reject(transaction.error));
        });
      for (let from = 0; from < all.length; from += 500) await write('messages', all.slice(from, from + 500));
      await write('sessions', rows);
      db.close();
    },
    { sessions, messages },
  );
}

/**
 * Adds a conversation of `count` messages to the database of an open page, in transactions of 500 rows. Every tenth
 * answer has a table, code and thinking. Returns the session's id; reload to show it.
 */
export async function seedSession(
  page: Page,
  count: number,
  { id = '01890000-0000-7000-8000-000000000001', name = 'seed', ...fields }: SeedOptions = {},
): Promise<string> {
  const at = Date.now() - count * 1000;
  const session: SessionRow = {
    id,
    title: `${count} messages`,
    titleBy: 'person',
    createdAt: at,
    updatedAt: at + count * 1000,
    leafId: `${name}-${count}`,
    lastSeq: count,
    pinned: 0,
    deletedAt: 0,
    target: { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'off' },
    system: '',
    lastVendor: 'anthropic',
    cost: 0,
    ...fields,
  };
  const rich =
    '## Findings\n\n| file | lines |\n| --- | --- |\n| a.ts | 10 |\n| b.ts | 20 |\n\n```ts\nexport const add = (a: number, b: number) => a + b;\n```\n';
  const messages = Array.from({ length: count }, (_, index) => {
    const seq = index + 1;
    const user = index % 2 === 0;
    const text = `Message ${seq}. ${PARAGRAPH.repeat(1 + (index % 5))}`;
    const special = index % 20 === 1;
    return {
      id: `${name}-${seq}`,
      sessionId: id,
      parentId: seq === 1 ? null : `${name}-${seq - 1}`,
      parentKey: seq === 1 ? `root:${id}` : `${name}-${seq - 1}`,
      seq,
      role: user ? 'user' : 'assistant',
      parts: [
        ...(special ? [{ type: 'thinking', text: PARAGRAPH.repeat(4), signature: 'c2lnbmVk', durationMs: 2000 }] : []),
        { type: 'text', text: special ? `${text}\n\n${rich}` : text },
      ],
      ...(user ? {} : { origin: { vendor: 'anthropic', model: 'practice-claude' }, stop: 'end' }),
      status: 'complete',
      createdAt: at + index * 1000,
      completedAt: at + index * 1000,
    };
  });
  await putRows(page, [session], messages);
  return id;
}

/** Puts one setting into the database of an open page; reload to apply it. */
export async function putSetting(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    async (row) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open('baton');
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      await new Promise<void>((resolve, reject) => {
        const transaction = db.transaction('settings', 'readwrite');
        transaction.objectStore('settings').put(row);
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('error', () => reject(transaction.error));
      });
      db.close();
    },
    { key, value },
  );
}

/** Removes every record of the history; the settings stay. */
export async function wipeHistory(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
    });
    const names = [...db.objectStoreNames].filter((name) => name !== 'settings');
    const wipe = db.transaction(names, 'readwrite');
    for (const name of names) wipe.objectStore(name).clear();
    await new Promise((resolve) => wipe.addEventListener('complete', resolve));
    db.close();
  });
}

/** Blocks all access to a table, like another window's long write, until the returned function is called. */
export async function holdTable(page: Page, table: string): Promise<() => Promise<void>> {
  await page.evaluate(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    const transaction = db.transaction(name, 'readwrite');
    const hold = { held: true, ended: new Promise((resolve) => transaction.addEventListener('complete', resolve)) };
    Object.assign(window, { hold });
    await new Promise<void>((resolve) => {
      const again = () => {
        resolve();
        if (hold.held) transaction.objectStore(name).count().addEventListener('success', again);
      };
      transaction.objectStore(name).count().addEventListener('success', again);
    });
    void hold.ended.then(() => db.close());
  }, table);
  return () =>
    page.evaluate(async () => {
      const { hold } = window as Window & { hold?: { held: boolean; ended: Promise<unknown> } };
      if (!hold) throw new Error('the page that held it is gone');
      hold.held = false;
      await hold.ended;
    });
}

/** Adds a conversation for each text, by its id: one question, and the text as its answer. Reload to show them. */
export async function seedAnswers(
  page: Page,
  answers: Readonly<Record<string, string>>,
  { part = 'text', title = (id) => id }: { part?: 'text' | 'thinking'; title?: (id: string) => string } = {},
): Promise<void> {
  const common = { status: 'complete', createdAt: 1, completedAt: 1 };
  const fields = {
    titleBy: 'person',
    createdAt: 1,
    updatedAt: 1,
    lastSeq: 2,
    pinned: 0,
    deletedAt: 0,
    target: { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'off' },
    system: '',
    lastVendor: 'anthropic',
    cost: 0,
  };
  await putRows(
    page,
    Object.keys(answers).map((id) => ({ ...fields, id, title: title(id), leafId: `${id}-answer` })),
    Object.entries(answers).flatMap(([id, text]) => [
      {
        ...common,
        id: `${id}-question`,
        sessionId: id,
        parentId: null,
        parentKey: `root:${id}`,
        seq: 1,
        role: 'user',
        parts: [{ type: 'text', text: 'Hello?' }],
      },
      {
        ...common,
        id: `${id}-answer`,
        sessionId: id,
        parentId: `${id}-question`,
        parentKey: `${id}-question`,
        seq: 2,
        role: 'assistant',
        parts: [{ type: part, text }],
        origin: { vendor: 'anthropic', model: 'practice-claude' },
        stop: 'end',
      },
    ]),
  );
}
