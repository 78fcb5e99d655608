import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { cheapDrawing } from '#documents/drawing-cost.ts';
import { listenForAttacks } from './support/attacks.ts';
import { DIAGRAM, hostileDiagrams, KINDS } from './support/diagrams.ts';
import { expect, test } from './support/fixtures.ts';
import { openElectronMount, preview } from './support/preview-frame.ts';
import type { BatonServer } from './support/server.ts';

const MERMAID = join(import.meta.dirname, '../../node_modules/mermaid/dist/mermaid.min.js');

interface Answer {
  svg?: string;
  error?: string;
  png?: number;
}

/** Opens the frame that draws and returns what it answers, as the page would ask it. */
async function drawAll(page: Page, requests: readonly object[]): Promise<Answer[]> {
  return page.evaluate(async (asked) => {
    document.querySelector('iframe')?.remove();
    const frame = Object.assign(document.createElement('iframe'), { src: '/diagram', width: '1200', height: '800' });
    frame.setAttribute('sandbox', 'allow-scripts');
    const { port1, port2 } = new MessageChannel();
    const ready = new Promise<void>((resolve) => {
      addEventListener('message', (event) => {
        if (event.source !== frame.contentWindow || event.data !== 'ready') return;
        frame.contentWindow?.postMessage('open', '*', [port2]);
        resolve();
      });
    });
    document.body.append(frame);
    port1.start();
    await ready;
    const answers: Answer[] = [];
    for (const [id, request] of asked.entries())
      answers.push(
        await new Promise<Answer>((resolve) => {
          port1.addEventListener('message', ({ data }) => resolve({ ...data, png: data.png?.byteLength }), {
            once: true,
          });
          port1.postMessage({ id, ...request });
        }),
      );
    return answers;
  }, requests);
}

/** Draws what tries to reach a server, at the address of a mount. */
async function drawHostile(
  mount: 'HTTP' | 'Electron',
  baton: BatonServer,
  page: Page,
  context: BrowserContext,
): Promise<void> {
  const servers = await listenForAttacks(new Map());
  let dispose = async () => undefined as void;
  if (mount === 'HTTP') await page.goto(`${baton.origin}/manifest.webmanifest`);
  else dispose = await openElectronMount(page);
  const asked: string[] = [];
  page.on('response', (response) => asked.push(new URL(response.url()).pathname));
  try {
    const address = page.url();
    const hostile = hostileDiagrams(servers.http);
    const answers = await drawAll(
      page,
      Object.values(hostile).flatMap((source) => [
        { source, dark: false },
        { source, dark: true },
      ]),
    );
    // What the library makes of them, in the frame of drawings and as the picture that is saved.
    const drawings = answers.flatMap(({ svg }) => svg ?? []);
    expect(drawings.length).toBeGreaterThan(12);
    for (const svg of drawings) expect(svg).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(await preview(page, drawings.join('\n'), false)).toEqual([]);
    await drawAll(
      page,
      drawings.map((svg) => ({ svg, width: 40, height: 40, background: 'white' })),
    );
    expect(servers.arrived()).toEqual([]);
    expect(asked.filter((path) => path !== '/diagram' && path !== '/preview')).toEqual([]);
    expect({ address: page.url(), tabs: context.pages().length }).toEqual({ address, tabs: 1 });
    // One that is what it seems to be is drawn as before, whatever came first.
    const [good] = await drawAll(page, [{ source: DIAGRAM, dark: false }]);
    expect(good?.svg).toContain('한국어?');
  } finally {
    await dispose();
    servers.close();
  }
}

test('every kind of diagram is drawn, and its text reaches nothing and runs nothing (HTTP)', async ({
  baton,
  page,
  context,
}) => {
  await test.step('every kind of diagram is drawn in the frame, in both themes, and can become a picture', async () => {
    await page.goto(`${baton.origin}/manifest.webmanifest`);
    const answers = await drawAll(
      page,
      Object.values(KINDS).flatMap((source) => [
        { source, dark: false },
        { source, dark: true },
      ]),
    );
    const names = Object.keys(KINDS).flatMap((name) => [name, name]);
    expect(answers.flatMap(({ svg, error }, at) => (svg === undefined ? [[names[at], error]] : []))).toEqual([]);
    for (const [at, { svg = '' }] of answers.entries())
      expect(cheapDrawing(svg), names[at]).toMatchObject({ scales: true });
    const painted = await drawAll(
      page,
      answers.map(({ svg }) => ({ svg, width: 400, height: 200, background: 'white' })),
    );
    for (const { png } of painted) expect(png).toBeGreaterThan(1_000);
  });
  await test.step('the text of a diagram reaches nothing and runs nothing (HTTP)', () =>
    drawHostile('HTTP', baton, page, context));
});

test('the text of a diagram reaches nothing and runs nothing (Electron), where the library alone would let it', async ({
  baton,
  page,
  context,
}) => {
  await test.step('the text of a diagram reaches nothing and runs nothing (Electron)', () =>
    drawHostile('Electron', baton, page, context));
  await test.step('the same diagrams reach a server where the library alone holds them', async () => {
    const pages = new Map<string, string>();
    const servers = await listenForAttacks(pages);
    try {
      pages.set('/library', await readFile(MERMAID, 'utf8'));
      const sources = JSON.stringify(Object.values(hostileDiagrams(servers.http))).replaceAll('<', String.raw`\x3c`);
      pages.set(
        '/control',
        `<!doctype html><meta charset="utf-8"><body><script src="/library"></script><script>(async () => {
          mermaid.initialize({ startOnLoad: false, securityLevel: 'loose', secure: [], htmlLabels: true });
          for (const [id, source] of ${sources}.entries())
            try { document.body.insertAdjacentHTML('beforeend', (await mermaid.render('d' + id, source)).svg); } catch {}
          for (const link of document.querySelectorAll('.clickable')) link.dispatchEvent(new Event('click'));
        })()</script>`,
      );
      await page.goto(`${servers.http}/control`);
      for (const name of ['label-image', 'image-shape', 'theme-css', 'front-matter'])
        await expect.poll(servers.arrived, { message: name }).toContain(name);
    } finally {
      servers.close();
    }
  });
});
