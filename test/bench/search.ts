import type { Page } from '@playwright/test';
import { foldText } from '#storage/title-search.ts';
import { browserTime, forgetPeak, peakOf } from './renderer-memory.ts';
import { type BenchPage, fillHistory, inBrowser } from './bench-browser.ts';
import type { Figure } from './performance-table.ts';
import { median, print, timed } from './print.ts';

const CONVERSATIONS = 1_000;
const ROUNDS = 3;
const AT_ONCE = 'a search at once';
const FIELD = '[role=search] input[type=search]';
const MEMORY = 'heap of the worker / text in UTF-16';

/**
 * Searching 1,000 conversations of 100 messages in the page that ships, beside reading the same rows, and folding their
 * text beside the least that a search without regard to case can do.
 */
export async function benchSearch(): Promise<Figure[]> {
  await benchFold();
  let figures: Figure[] = [];
  await inBrowser(async (bench) => {
    figures = await benchPage(bench);
  });
  return figures;
}

async function benchFold(): Promise<void> {
  const word = (at: number) => ['conversation', '그리고', '모델이', 'Const', 'return', '대답한다'][at % 6] ?? '';
  const kinds: Record<string, (at: number) => string> = {
    'English and Korean': word,
    English: (at) => ['Conversation', 'goes', 'on', 'with', 'Const', 'return'][at % 6] ?? '',
    'Korean from macOS (decomposed)': (at) => word(at).normalize('NFD'),
  };
  print('\nFolding 20,000 texts of 400 characters (processor time; the floor is toLowerCase)');
  for (const [name, wordOf] of Object.entries(kinds)) {
    const texts = Array.from({ length: 20_000 }, (_, at) => {
      let text = '';
      for (let index = at; text.length < 400; index++) text += `${wordOf(index)}${(index * 7919) % 1_000} `;
      return text;
    });
    const [folded, floor]: [number[], number[]] = [[], []];
    let kept = 0;
    for (let round = 0; round < ROUNDS; round++) {
      folded.push(await timed(() => texts.forEach((text) => (kept += foldText(text).length))));
      floor.push(await timed(() => texts.forEach((text) => (kept += text.toLowerCase().length))));
    }
    if (kept === 0) throw new Error('nothing was folded');
    const ratio = (median(folded) / median(floor)).toFixed(1);
    print(`${name.padEnd(34)}${median(folded).toFixed(0).padStart(6)} ms, x${ratio} of the floor`);
  }
}

async function benchPage({ page, blank, origin, profile }: BenchPage): Promise<Figure[]> {
  await fillHistory(page, CONVERSATIONS);
  await open(page, origin);
  await rest(page, profile);
  const rows: Record<string, number[]> = {};
  const note = (name: string, value: number) => (rows[name] ??= []).push(value);
  const costOf = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = browserTime(profile);
    const result = await work();
    const after = browserTime(profile);
    note(`${name}, ms of the page's processor time`, after.pages - before.pages);
    note(`${name}, ms of the browser's processor time`, after.browser - before.browser);
    return result;
  };
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(blank);
    note('reading the rows alone, ms', await costOf('reading the rows alone', () => readAll(page)));
    await open(page, origin);
    const { first, all } = await costOf(AT_ONCE, () => search(page, '모델이7'));
    if (first !== null) note(`${AT_ONCE}: first hit, ms`, first);
    note(`${AT_ONCE}: all, ms`, all);
    await open(page, origin);
    // Meanwhile a user moves to the field and types. The page reads ahead.
    await page.waitForTimeout(2_000);
    forgetPeak(profile);
    const kinds = {
      'first search': '모델이7',
      'another search': '"Message 77."',
      'a search for nothing': 'zzz 없는말',
    };
    for (const [name, query] of Object.entries(kinds)) {
      const { first, all } = await costOf(name, () => search(page, query));
      if (first !== null) note(`${name}: first hit, ms`, first);
      note(`${name}: all, ms`, all);
    }
    note('peak of the renderer, MB', peakOf(profile));
    // What the last search left is only collected a moment after it.
    await heapOfWorker(page);
    await page.waitForTimeout(1_000);
    const { characters, heap } = await heapOfWorker(page);
    note('heap of the worker, MB', heap / 1e6);
    note(MEMORY, heap / (2 * characters));
  }
  print(`\nSearch of ${CONVERSATIONS * 100} messages in the page, medians of ${ROUNDS} fresh documents`);
  for (const [name, values] of Object.entries(rows))
    print(
      `${name.padEnd(62)}${median(values)
        .toFixed(name.includes('/') ? 2 : 0)
        .padStart(8)}`,
    );
  const figure = (name: string) => `${median(rows[name] ?? []).toFixed(0)} ms`;
  const first = `The first search of ${(CONVERSATIONS * 100).toLocaleString('en-US')} messages`;
  return [
    { what: `${first}, the first hit after`, figure: figure('first search: first hit, ms'), goal: '50 ms' },
    { what: `${first}, all hits after`, figure: figure('first search: all, ms'), goal: '1,500 ms' },
    { what: 'The same, typed as soon as the page is there', figure: figure(`${AT_ONCE}: first hit, ms`), goal: '' },
    { what: 'The same, all hits after', figure: figure(`${AT_ONCE}: all, ms`), goal: '' },
    { what: 'Another search, the first hit after', figure: figure('another search: first hit, ms'), goal: '50 ms' },
    { what: 'Another search, all hits after', figure: figure('another search: all, ms'), goal: '1,500 ms' },
    {
      what: 'Memory of the search, beside its text in UTF-16',
      figure: `${median(rows[MEMORY] ?? []).toFixed(2)}x`,
      goal: '1.3x',
    },
  ];
}

/** Until the page is done with journal and snapshot of what was just filled in: they would be measured, too. */
async function rest(page: Page, profile: string): Promise<void> {
  const spent = () => {
    const { pages, browser } = browserTime(profile);
    return pages + browser;
  };
  for (let quiet = 0, before = spent(), seconds = 0; quiet < 5 && seconds < 300; seconds++) {
    await page.waitForTimeout(1_000);
    const after = spent();
    quiet = after - before < 100 ? quiet + 1 : 0;
    before = after;
  }
}

/** The search in a fresh document. */
async function open(page: Page, origin: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${origin}/#/search`);
  await page
    .getByRole('link', { name: /^Conversation \d/ })
    .first()
    .waitFor();
  await page.locator(FIELD).waitFor();
}

/** Milliseconds to read every message, a conversation at a time. */
const readAll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const from = performance.now();
    const open = indexedDB.open('baton');
    const db = await new Promise<IDBDatabase>((resolve) =>
      open.addEventListener('success', () => resolve(open.result)),
    );
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const ids = await finished(db.transaction('sessions').objectStore('sessions').getAllKeys());
    const index = db.transaction('messages').objectStore('messages').index('[sessionId+seq]');
    await Promise.all(ids.map((id) => finished(index.getAll(IDBKeyRange.bound([id, 0], [id, []])))));
    db.close();
    return performance.now() - from;
  });

/** Milliseconds from the last letter to the first hit on the screen, and to the line with the number of hits. */
const search = (page: Page, query: string): Promise<{ first: number | null; all: number }> =>
  page.evaluate(
    async ([text, selector]) => {
      const field = document.querySelector<HTMLInputElement>(selector);
      const write = (value: string) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const frame = () => new Promise(requestAnimationFrame);
      write('');
      while (document.querySelector('[role=search] mark, [role=search] section')) await frame();
      await frame();
      const from = performance.now();
      write(text);
      let first: number | null = null;
      while (!/\d message|Nothing was found/.test(document.querySelector('[role=search]')?.textContent ?? '')) {
        if (document.querySelector('[role=search] mark')) first ??= performance.now() - from;
        await frame();
      }
      const all = performance.now() - from;
      if (document.querySelector('[role=search] mark')) first ??= all;
      return { first, all };
    },
    [query, FIELD] as const,
  );

/** What the search worker holds after a garbage collection, and how long the texts of all messages are. */
async function heapOfWorker(page: Page): Promise<{ characters: number; heap: number }> {
  const characters = await page.evaluate(async () => {
    const open = indexedDB.open('baton');
    const db = await new Promise<IDBDatabase>((resolve) =>
      open.addEventListener('success', () => resolve(open.result)),
    );
    let length = 0;
    await new Promise<void>((resolve) => {
      const cursor = db.transaction('messages').objectStore('messages').openCursor();
      cursor.addEventListener('success', () => {
        if (!cursor.result) return resolve();
        for (const part of cursor.result.value.parts) length += part.text.length;
        cursor.result.continue();
      });
    });
    db.close();
    return length;
  });
  const client = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<number>();
  const sessions = new Set<string>();
  let next = 0;
  const asked = new Map<number, string>();
  client.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (!targetInfo.url.includes('search-worker')) return;
    sessions.add(sessionId);
    for (const method of ['HeapProfiler.enable', 'HeapProfiler.collectGarbage', 'Runtime.getHeapUsage']) {
      asked.set(++next, method);
      void client.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: next, method }) });
    }
  });
  client.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize: number } };
    if (sessions.has(sessionId) && id !== undefined && asked.get(id) === 'Runtime.getHeapUsage')
      resolve(result?.usedSize ?? 0);
  });
  await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const heap = await promise;
  await client.detach();
  return { characters, heap };
}
