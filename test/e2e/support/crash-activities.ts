import type { Page } from '@playwright/test';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { messageBox, write } from './chat.ts';
import { expect } from './fixtures.ts';
import type { BatonServer } from './server.ts';
import { seedSession, textOf } from './storage.ts';
import type { TimedVendor } from './timed-vendor.ts';
import { lastWord, watchText, wordToKeep, WORDS } from './watch-text.ts';

export type Tables = Record<string, unknown[]>;

export const messagesIn = ({ messages = [] }: Tables): StoredMessage[] => messages as StoredMessage[];
export const sessionsIn = ({ sessions = [] }: Tables): SessionRow[] => sessions as SessionRow[];

/** An activity that is under way when the browser is killed. */
export interface Begun {
  /** Milliseconds: the browser is killed at a random moment within this time. */
  within: number;
  /** Conversations that the activity may remove entirely. */
  mayGo: readonly string[];
  /**
   * Checks the database found afterwards, in addition to the checks after every crash. `killed` is the time of the
   * kill, by `performance.now`.
   */
  check: (after: Tables, killed: number) => void;
}

/** Checks that apply after every crash, whatever was under way. */
export function checkSound(before: Tables, after: Tables, { mayGo }: Pick<Begun, 'mayGo'>): void {
  const found = new Map(messagesIn(after).map((message) => [message.id, message]));
  const owed = messagesIn(before).filter(
    ({ status, sessionId }) => status === 'complete' && !mayGo.includes(sessionId),
  );
  expect(owed.filter((message) => JSON.stringify(found.get(message.id)) !== JSON.stringify(message))).toEqual([]);
  for (const { parentId } of found.values()) expect(parentId === null || found.has(parentId)).toBe(true);
  const sessions = new Set(sessionsIn(after).map(({ id }) => id));
  for (const { sessionId } of found.values()) expect(sessions.has(sessionId)).toBe(true);
  for (const { leafId } of sessionsIn(after)) expect(leafId === null || found.has(leafId)).toBe(true);
}

export interface Activity {
  name: string;
  /** `page` shows Baton, and its database contains `before`. Resolves when the activity is under way. */
  begin: (page: Page, baton: BatonServer, round: number, before: Tables) => Promise<Begun>;
}

/** An answer streams in. The loss caused by the kill, in milliseconds, is added to `lost`. */
export const streamingFrom = (vendor: TimedVendor, lost: number[]): Activity => ({
  name: 'streaming',
  async begin(page, _baton, round, before) {
    await page
      .getByRole('button', { name: /^New chat/ })
      .first()
      .click();
    await messageBox(page).waitFor();
    if (round === 0) {
      await page.getByRole('combobox', { name: /^Model:/ }).click();
      await page.getByRole('button', { name: 'Refresh lists' }).click();
      await page.getByRole('option', { name: vendor.model }).first().click({ timeout: 20_000 });
    }
    await expect(page.getByRole('combobox', { name: `Model: ${vendor.model}` })).toBeVisible();
    const samples = await watchText(page);
    const question = `Round ${round}`;
    vendor.forget();
    await write(page, question);
    return {
      within: 3_000,
      mayGo: [],
      check(after, killed) {
        const existing = new Set(messagesIn(before).map(({ id }) => id));
        const fresh = messagesIn(after).filter(({ id }) => !existing.has(id));
        const answer = fresh.find(({ role }) => role === 'assistant');
        const answered = textOf(answer);
        const cost = vendor.lostAt(killed, answered);
        if (cost !== null) lost.push(cost);
        const reached = wordToKeep(samples);
        if (reached >= 0) {
          expect(fresh.some((message) => message.role === 'user' && textOf(message) === question)).toBe(true);
          expect(WORDS.startsWith(answered)).toBe(true);
          expect(lastWord(answered)).toBeGreaterThanOrEqual(reached);
        }
        expect(fresh.filter(({ status }) => status === 'streaming')).toEqual([]);
      },
    };
  },
});

/** A large conversation is removed for good. */
export const deleting: Activity = {
  name: 'deleting',
  async begin(page, baton, round) {
    const title = `To go ${round}`;
    const id = await seedSession(page, 1_500, {
      id: `gone-${round}`,
      name: `gone${round}`,
      title,
      deletedAt: Date.now(),
    });
    await page.goto(`${baton.origin}/#/settings/deleted`);
    await page.getByRole('button', { name: `Delete ${title} for good` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    return {
      within: 600,
      mayGo: [id],
      check(after) {
        const rows = messagesIn(after).filter(({ sessionId }) => sessionId === id);
        expect(rows).toHaveLength(sessionsIn(after).some((session) => session.id === id) ? 1_500 : 0);
      },
    };
  },
};

/** As many as an import that takes some seconds has. */
const IMPORTED = 60;
const TURNS = 20;

/** An export of another program is imported; what the previous round imported isn't imported twice. */
export const importing: Activity = {
  name: 'importing',
  async begin(page, baton, round, before) {
    const name = (conversation: number) => `imported ${round}-${conversation}`;
    const file = Array.from({ length: IMPORTED }, (_, conversation) => chatOfOpenAi(name(conversation)));
    await page.goto(`${baton.origin}/#/settings/history`);
    await page.locator('[data-intake=files]').setInputFiles({
      name: 'conversations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await page.getByRole('button', { name: `Import ${IMPORTED} conversations` }).click();
    return {
      within: 2_500,
      mayGo: [],
      check(after) {
        const existing = new Set(sessionsIn(before).map(({ id }) => id));
        const fresh = sessionsIn(after).filter(({ id }) => !existing.has(id));
        expect(fresh.filter(({ title }) => !title.startsWith(`imported ${round}-`))).toEqual([]);
        const counts = fresh.map(({ id }) => messagesIn(after).filter(({ sessionId }) => sessionId === id).length);
        expect(counts.filter((count) => count !== 2 * TURNS)).toEqual([]);
      },
    };
  },
};

function chatOfOpenAi(title: string): object {
  const nodes = Array.from({ length: 2 * TURNS }, (_, index) => {
    const id = `${title} n${index}`;
    const message = {
      author: { role: index % 2 === 0 ? 'user' : 'assistant' },
      create_time: 1_700_000_000 + index,
      content: { content_type: 'text', parts: [`${title}, message ${index}. ${'바통을 넘깁니다. '.repeat(20)}`] },
      metadata: {},
    };
    const parent = index === 0 ? 'root' : `${title} n${index - 1}`;
    const children = index === 2 * TURNS - 1 ? [] : [`${title} n${index + 1}`];
    return [id, { id, parent, children, message }] as const;
  });
  const root = { id: 'root', parent: null, children: [`${title} n0`], message: null };
  return {
    title,
    create_time: 1_700_000_000,
    conversation_id: title,
    current_node: nodes.at(-1)?.[0],
    mapping: Object.fromEntries([['root', root], ...nodes]),
  };
}

/** A database of the previous version is opened. */
export const migrating: Activity = {
  name: 'migrating',
  async begin(page, baton) {
    await page.goto(`${baton.origin}/favicon.svg`);
    await page.evaluate(makeOlder, ['folders', 'assistants', 'syncMarks', 'tombstones']);
    void page.goto(baton.url).catch(() => undefined);
    return { within: 3_000, mayGo: [], check: () => undefined };
  },
};

/** Rewrites the database as version 6, without the tables that version 7 added. */
async function makeOlder(without: readonly string[]): Promise<void> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const newer = await settled(indexedDB.open('baton'));
  const stores: { name: string; keyPath: string | string[]; indexes: IDBIndexParameters[]; rows: unknown[] }[] = [];
  const names: { name: string; keyPath: string | string[] }[][] = [];
  for (const name of newer.objectStoreNames) {
    if (without.includes(name)) continue;
    const store = newer.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map((one) => store.index(one));
    names.push(indexes.map((index) => ({ name: index.name, keyPath: index.keyPath })));
    const options = indexes.map(({ unique, multiEntry }) => ({ unique, multiEntry }));
    const rows: unknown[] = await settled(store.getAll());
    stores.push({ name, keyPath: store.keyPath ?? '', indexes: options, rows });
  }
  newer.close();
  await settled(indexedDB.deleteDatabase('baton'));
  const opening = indexedDB.open('baton', 60);
  opening.addEventListener('upgradeneeded', () => {
    for (const [at, { name, keyPath, indexes }] of stores.entries()) {
      const store = opening.result.createObjectStore(name, { keyPath });
      for (const [place, index] of (names[at] ?? []).entries())
        store.createIndex(index.name, index.keyPath, indexes[place]);
    }
  });
  const older = await settled(opening);
  for (const { name, rows } of stores) {
    const transaction = older.transaction(name, 'readwrite', { durability: 'strict' });
    for (const row of rows) transaction.objectStore(name).put(row);
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  }
  older.close();
}
