import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import setUp from '../e2e/support/build-page.ts';
import { browserLaunch } from '../e2e/support/browser.ts';
import { startPractice } from '../e2e/support/chat.ts';
import { startBaton } from '../e2e/support/server.ts';

export interface BenchPage {
  page: Page;
  /** A document of the page's origin that runs none of its code. */
  blank: string;
  origin: string;
  profile: string;
}

/** Runs `work` in a real browser with a profile of its own on the disk, with a Baton that has just been set up. */
export async function inBrowser(work: (bench: BenchPage) => Promise<void>): Promise<void> {
  await setUp();
  const baton = await startBaton({ charsPerSecond: 100_000 });
  const profile = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const context = await chromium.launchPersistentContext(profile, browserLaunch().launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await startPractice(page, baton);
    const blank = `${baton.origin}/favicon.svg`;
    await page.goto(blank);
    await work({ page, blank, origin: baton.origin, profile });
  } finally {
    await context.close();
    await baton.dispose();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Stores conversations of so many messages each, in two scripts and of different lengths, from a `blank` document. */
export async function fillHistory(page: Page, conversations: number, messages = 100): Promise<void> {
  await page.evaluate(
    async ([count, each]) => {
      const words = 'a conversation goes on 그리고 다른 모델이 이어서 대답한다 with code const return of figures'.split(
        ' ',
      );
      const open = indexedDB.open('baton');
      const db = await new Promise<IDBDatabase>((resolve) =>
        open.addEventListener('success', () => resolve(open.result)),
      );
      let state = 1;
      const below = (limit: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 8) % limit;
      };
      const textOf = (length: number) => {
        let text = '';
        while (text.length < length) text += `${words[below(words.length)]}${below(1_000).toString(36)} `;
        return text;
      };
      for (let at = 0; at < count; at++) {
        const sessionId = `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`;
        const idOf = (seq: number) =>
          `01891111-${String(at).padStart(4, '0')}-7000-8000-${String(seq).padStart(12, '0')}`;
        const time = 1_700_000_000_000 + at * 3_600_000;
        const write = db.transaction(['messages', 'sessions'], 'readwrite', { durability: 'relaxed' });
        for (let seq = 1; seq <= each; seq++) {
          const asked = seq % 2 === 1;
          write.objectStore('messages').put({
            id: idOf(seq),
            sessionId,
            parentId: seq === 1 ? null : idOf(seq - 1),
            parentKey: seq === 1 ? `root:${sessionId}` : idOf(seq - 1),
            seq,
            role: asked ? 'user' : 'assistant',
            parts: [{ type: 'text', text: `Message ${seq}. ${textOf(100 + below(600))}` }],
            ...(!asked && { origin: { vendor: 'anthropic', model: 'practice-claude' }, stop: 'end' }),
            status: 'complete',
            createdAt: time + seq,
            completedAt: time + seq,
          });
        }
        write.objectStore('sessions').put({
          id: sessionId,
          title: `Conversation ${at}`,
          titleBy: 'person',
          createdAt: time,
          updatedAt: time + each,
          leafId: idOf(each),
          lastSeq: each,
          pinned: 0,
          deletedAt: 0,
          target: { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'off' },
          system: '',
          lastVendor: 'anthropic',
          cost: 0,
        });
        await new Promise((resolve) => write.addEventListener('complete', resolve));
      }
      db.close();
    },
    [conversations, messages] as const,
  );
}
