import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fetchAsBrowser, useLink, windowHeaders } from '#test/fakes/as-browser.ts';
import { messageBox, write } from './chat.ts';
import { messagesIn, type Tables } from './crash-activities.ts';
import { expect } from './fixtures.ts';
import type { BatonServer } from './server.ts';
import { textOf } from './storage.ts';
import { allowOnce, attachFolder, shell } from './tools.ts';
import { lastWord, watchText, wordToKeep, WORDS } from './watch-text.ts';

/** A window that only calls the host. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Response>;

export async function openCall(baton: BatonServer, link: string): Promise<Call> {
  const { token } = (await useLink(link)) ?? { token: '' };
  return (method, path, body) =>
    fetchAsBrowser(baton.origin + path, {
      method,
      headers: { ...windowHeaders(token), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** An activity that is under way when the host is killed. */
export interface HostBegun {
  /** Milliseconds: the host is killed at a random moment within this time. */
  within: number;
  /** Called while the host is dead and no other has been started. */
  checkDead?: () => Promise<void>;
  /** Called when another host serves the home, and the page is back. Returns what it counted. */
  check: (after: Tables, call: Call) => Promise<string>;
}

export interface HostActivity {
  name: string;
  begin: (page: Page, baton: BatonServer, round: number, before: Tables, call: Call) => Promise<HostBegun>;
}

async function newChat(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^New chat/ })
    .first()
    .click();
  // The box of the conversation before is there too: a dialog opened now would close with it.
  await expect(page.getByRole('heading', { name: 'What are you working on?' })).toBeVisible();
  await messageBox(page).waitFor();
}

const freshIn = (before: Tables, after: Tables) => {
  const existing = new Set(messagesIn(before).map(({ id }) => id));
  return messagesIn(after).filter(({ id }) => !existing.has(id));
};

/** Calls repeatedly until the host is gone. Counts acknowledged calls only. */
function hammer(call: (at: number) => Promise<Response>): { acknowledged: () => number } {
  let acknowledged = 0;
  void (async () => {
    for (let at = 1; at < 100_000; at += 1) {
      const answer = await call(at);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      acknowledged = at;
    }
  })().catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error;
  });
  return { acknowledged: () => acknowledged };
}

const streaming: HostActivity = {
  name: 'an answer streams',
  async begin(page, _baton, round, before) {
    await newChat(page);
    const samples = await watchText(page);
    const question = `!echo host${round} ${WORDS}`;
    await write(page, question);
    await expect.poll(() => samples.at(-1)?.word ?? -1).toBeGreaterThan(5);
    return {
      within: 2_000,
      check: async (after) => {
        const fresh = freshIn(before, after);
        const answer = fresh.find(({ role }) => role === 'assistant');
        const stored = textOf(answer);
        const answered = stored.slice(Math.max(0, stored.indexOf('w0000')));
        expect(fresh.some((message) => message.role === 'user' && textOf(message) === question)).toBe(true);
        expect(WORDS.startsWith(answered)).toBe(true);
        expect(lastWord(answered)).toBeGreaterThanOrEqual(wordToKeep(samples));
        expect(fresh.filter(({ status }) => status === 'streaming')).toEqual([]);
        return `${lastWord(answered)} words`;
      },
    };
  },
};

function isRunning(args: readonly string[]): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc').some((name) => {
    try {
      return readFileSync(join('/proc', name, 'cmdline'), 'utf8') === `${args.join('\0')}\0`;
    } catch {
      // It isn't a process, or it has just ended.
      return false;
    }
  });
}

const tool: HostActivity = {
  name: 'a tool runs',
  async begin(page, _baton, round) {
    await newChat(page);
    const folder = await attachFolder(page);
    const seconds = `${600_000 + round}.${process.pid}`;
    await write(page, shell(`echo ran >> ${folder}/ran; sleep ${seconds}`));
    await allowOnce(page);
    await expect.poll(() => existsSync(join(folder, 'ran'))).toBe(true);
    return {
      within: 600,
      async checkDead() {
        await expect.poll(() => isRunning(['sleep', seconds]), { timeout: 3_000 }).toBe(false);
      },
      check: async (after) => {
        expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('ran\n');
        expect(messagesIn(after).filter(({ status }) => status === 'streaming')).toEqual([]);
        return 'ran once, and has ended';
      },
    };
  },
};

const snapshot: HostActivity = {
  name: 'a snapshot is written',
  async begin(page, baton) {
    await page.goto(`${baton.origin}/#/settings/history`);
    await page.getByRole('button', { name: 'Create snapshot' }).click();
    return {
      within: 1_200,
      async check(_after, call) {
        const answer = await call('GET', '/api/snapshots');
        expect(answer.status).toBe(200);
        const { snapshots } = (await answer.json()) as { snapshots: { state: string }[] };
        expect(snapshots.filter(({ state }) => state === 'damaged')).toEqual([]);
        return `${snapshots.length} snapshots`;
      },
    };
  },
};

const ROWS = 10;

const journal: HostActivity = {
  name: 'the journal grows',
  async begin(_page, _baton, _round, _before, call) {
    const profile = randomUUID();
    const keys = (at: number) => Array.from({ length: ROWS }, (_, row) => `${at} ${row}`);
    const { acknowledged } = hammer((at) =>
      call('POST', `/api/journals/${profile}/records`, {
        schema: 1,
        records: keys(at).map((key) => ({
          table: 'folders',
          key,
          digest: '0123456789abcdef',
          row: { text: '바통'.repeat(500) },
        })),
      }),
    );
    await expect.poll(acknowledged).toBeGreaterThan(0);
    return {
      within: 1_500,
      async check(_after, again) {
        // The next record begins a new line, whatever was cut off.
        const more = { schema: 1, records: [{ table: 'folders', key: 'after', digest: '0123456789abcdef', row: 1 }] };
        expect((await again('POST', `/api/journals/${profile}/records`, more)).status).toBe(200);
        const answer = await again('GET', `/api/journals/${profile}/records`);
        const lines = (await answer.text()).trimEnd().split('\n');
        const found = new Set(lines.map((line) => (JSON.parse(line) as { key: string }).key));
        const owed = Array.from({ length: acknowledged() }, (_, at) => keys(at + 1)).flat();
        expect(owed.filter((key) => !found.has(key))).toEqual([]);
        expect(found.has('after')).toBe(true);
        return `${owed.length} records`;
      },
    };
  },
};

export const PASSPHRASE = 'correct horse battery staple';

/** A custom server that doesn't exist: a key for it never leaves this machine. */
const OWN = { id: 'custom-0123456789ab', label: 'Own', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:9/v1' };
export const CONNECTIONS = JSON.stringify({ version: 1, servers: [{ ...OWN, needsKey: true }] });

const keyAndSetting: HostActivity = {
  name: 'a key and a setting are saved',
  async begin(_page, _baton, _round, _before, call) {
    const keys = hammer((at) =>
      call('PUT', `/api/secrets/keys/${OWN.id}`, { key: `own-${String(at).padStart(40, '0')}` }),
    );
    const settings = hammer((at) => call('PATCH', '/api/config', { practiceCharsPerSecond: 400 + at }));
    return {
      within: 1_500,
      async check(_after, again) {
        const list = (await (await again('GET', '/api/vendors')).json()) as {
          connections: { id: string; last4: string | null }[];
        };
        const last4 = list.connections.find(({ id }) => id === OWN.id)?.last4;
        const { config } = (await (await again('GET', '/api/config')).json()) as {
          config: { practiceCharsPerSecond: number };
        };
        // One more may have been written whose answer was lost.
        const [key, setting] = [keys.acknowledged(), settings.acknowledged()];
        if (key > 0) expect([key, key + 1]).toContain(Number(last4));
        if (setting > 0) expect([setting, setting + 1]).toContain(config.practiceCharsPerSecond - 400);
        expect((await again('PATCH', '/api/config', { practiceCharsPerSecond: 400 })).status).toBe(200);
        // With a key, new chats would use that vendor.
        expect((await again('DELETE', `/api/secrets/keys/${OWN.id}`)).status).toBe(200);
        return `${key} keys, ${setting} settings`;
      },
    };
  },
};

export const HOST_ACTIVITIES: readonly HostActivity[] = [streaming, tool, journal, keyAndSetting, snapshot];
