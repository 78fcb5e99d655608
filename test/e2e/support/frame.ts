import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import type { SessionRow } from '#storage/rows.ts';
import type { BatonServer } from './server.ts';

/** Opens Baton and chooses to continue without a key, which creates one empty practice conversation. */
export async function startPractice(page: Page, baton: BatonServer): Promise<void> {
  await page.goto(baton.url);
  await page.getByRole('button', { name: 'Start practice' }).click();
  await expect(page.locator('[data-composer]')).toBeFocused();
}

export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name }).click();
}

const GPT: SessionRow['target'] = { connection: 'practice-openai', model: 'practice-gpt', thinking: 'off' };

/** Adds conversations with these titles to the database of an open page, newest first. Reload to show them. */
export async function seedTitles(page: Page, titles: readonly string[], target = GPT): Promise<void> {
  const now = Date.now();
  const rows = titles.map((title, index): SessionRow => {
    const at = now - index;
    return {
      id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      title,
      titleBy: 'person',
      createdAt: at,
      updatedAt: at,
      leafId: null,
      lastSeq: 0,
      pinned: 0,
      deletedAt: 0,
      target,
      system: '',
      lastVendor: 'openai',
      cost: 0,
    };
  });
  await page.evaluate(async (all) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('baton');
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction('sessions', 'readwrite');
      for (const row of all) transaction.objectStore('sessions').put(row);
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('error', () => reject(transaction.error));
    });
    db.close();
  }, rows);
}

export interface FakeVendor {
  /** Base URL of an OpenAI-compatible server. */
  url: string;
  /** Authorization headers it received. */
  seen: string[];
  close: () => void;
}

/** A custom server on this machine that accepts one key and refuses all others with its own message. */
export async function serveFakeVendor(key: string): Promise<FakeVendor> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    seen.push(authorization);
    response.setHeader('content-type', 'application/json');
    if (authorization !== `Bearer ${key}`) {
      response.statusCode = 401;
      response.end(JSON.stringify({ error: { message: 'Wrong badge, friend. Ask at desk 7.', type: 'auth' } }));
      return;
    }
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'house-model-1', object: 'model' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, seen, close: () => server.close() };
}

/** Collects content security policy violations and errors; expect it to stay empty. */
export function watchForFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text())) {
      failures.push(message.text());
    }
  });
  return failures;
}
