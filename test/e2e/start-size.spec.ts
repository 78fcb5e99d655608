import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ask, startPractice } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const PAGE = join(import.meta.dirname, '../../dist/page');
const IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

/** The scripts that the page fetches before anything can be written: its own, with all they import, and one language. */
function scriptsOfStart(): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const code = readFileSync(join(PAGE, 'assets', name));
    found.set(name, code);
    for (const [, imported = ''] of code.toString().matchAll(IMPORT)) add(imported);
  };
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  for (const [, name = ''] of html.matchAll(/"\.\/assets\/([\w.-]+\.js)"/g)) add(name);
  const languages = readdirSync(join(PAGE, 'assets')).filter((name) => /^first-catalogs-.*\.js$/.test(name));
  const bytes = (name: string) => readFileSync(join(PAGE, 'assets', name)).byteLength;
  add(languages.sort((a, b) => bytes(b) - bytes(a))[0] ?? 'no language');
  return found;
}

// A part that few need belongs behind lazyPart, lazyModule or deferCalls. Whoever makes the start smaller lowers this.
test('the message box can be used after 671 kB of scripts, 195 kB compressed', () => {
  const scripts = [...scriptsOfStart()];
  const total = scripts.reduce((sum, [, code]) => sum + code.byteLength, 0);
  const sent = scripts.reduce((sum, [name]) => sum + statSync(join(PAGE, 'assets', `${name}.br`)).size, 0);
  expect(total).toBeGreaterThan(400_000);
  expect(total).toBeLessThan(671_000);
  expect(sent).toBeLessThan(195_000);
});

test('the host sends scripts compressed', async ({ baton, page }) => {
  await startPractice(page, baton);
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(
        ({ name, decodedBodySize }) =>
          decodedBodySize > 1_000 && /\/assets\/(start|zod|first-catalogs)-[\w-]+\.js$/.test(name),
      )
      .map(({ encodedBodySize, decodedBodySize }) => encodedBodySize / decodedBodySize),
  );
  expect(scripts.length).toBeGreaterThan(1);
  expect(Math.max(...scripts)).toBeLessThan(0.5);
});

// Each request costs milliseconds of processor time, whatever its size. What every chat loads belongs in one of the
// groups of vite.config.ts, and one answer of the host serves everyone who asks.
test('the first answer is there after few requests', async ({ baton, page }) => {
  const parts: string[] = [];
  const reads = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/assets/')) parts.push(pathname);
    // How often the journal of a profile is written depends on the time that has passed.
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.startsWith('/api/journals/'))
      reads.set(pathname + search, (reads.get(pathname + search) ?? 0) + 1);
  });
  await startPractice(page, baton);
  await ask(page, 'hello');
  expect(parts.length, parts.join(' ')).toBeLessThanOrEqual(34);
  // Vendors and secrets are shown before the host tells changes, and read again when it begins to. Snapshots are looked
  // through before a fresh start for a history that was lost, and after it for what the other side left.
  const twice = new Set(['/api/vendors', '/api/secrets', '/api/snapshots']);
  const more = [...reads].filter(([path, count]) => count > (twice.has(path) ? 2 : 1));
  expect(more, 'read more often than needed').toEqual([]);
});
