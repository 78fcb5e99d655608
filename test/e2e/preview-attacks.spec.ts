import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createHost } from '#host/create-host.ts';
import { toElectronHandler } from '#host/electron-mount.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';
import { emulateProtocolHandle } from '#test/fakes/protocol-handle.ts';
import { leakingDocument, leavingDocuments, listenForAttacks, REACHING } from './support/attacks.ts';
import { expect, test } from './support/fixtures.ts';

/** What a document needs to try everything; some attacks are delayed by the browser. */
const SETTLE_MS = 700;

/** Shows a document as the page does, and returns what it printed. */
async function preview(page: Page, html: string, scripts: boolean): Promise<string[]> {
  return page.evaluate(
    async ({ html: text, src, settle }) => {
      document.querySelector('iframe')?.remove();
      const frame = Object.assign(document.createElement('iframe'), { src, referrerPolicy: 'no-referrer' });
      frame.setAttribute('sandbox', 'allow-scripts');
      const { port1, port2 } = new MessageChannel();
      const printed: string[] = [];
      await new Promise<void>((resolve) => {
        port1.addEventListener('message', ({ data }) => {
          if (data.type === 'console' || data.type === 'error') printed.push(data.text);
          if (data.type === 'drawn') resolve();
        });
        port1.start();
        addEventListener('message', (event) => {
          if (event.source !== frame.contentWindow || event.data !== 'ready') return;
          frame.contentWindow?.postMessage('open', '*', [port2]);
          port1.postMessage(text);
        });
        document.body.append(frame);
      });
      await new Promise((resolve) => setTimeout(resolve, settle));
      return printed;
    },
    { html, src: scripts ? '/preview?scripts' : '/preview', settle: SETTLE_MS },
  );
}

/** Opens the page as Electron's mount serves it, at an address that Chromium itself knows. */
async function openElectronMount(page: Page): Promise<() => Promise<void>> {
  const bench = createHostBench();
  const host = createHost({ ...bench.deps, pageDir: join(import.meta.dirname, '../../dist/page') });
  const ask = emulateProtocolHandle(toElectronHandler(host));
  const origin = 'http://ui.localhost';
  await page.context().route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await ask(`app://ui${pathname}${search}`, { method: route.request().method() });
    const headers = Object.fromEntries(
      [...response.headers].map(([name, value]) => [name, value.replaceAll('app://ui', origin)]),
    );
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  await page.goto(`${origin}/manifest.webmanifest`);
  return async () => {
    await host.close();
    bench.dispose();
  };
}

for (const mount of ['HTTP', 'Electron'] as const)
  test(`a preview reaches nothing and goes nowhere (${mount})`, async ({ baton, page, context }) => {
    const pages = new Map<string, string>();
    const servers = await listenForAttacks(pages);
    let dispose = async () => undefined as void;
    if (mount === 'HTTP') await page.goto(`${baton.origin}/manifest.webmanifest`);
    else dispose = await openElectronMount(page);
    const api: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api')) api.push(request.url());
    });
    try {
      const address = page.url();
      const leaking = leakingDocument(servers);
      expect(await preview(page, leaking, true)).toContain('tried');
      expect(servers.arrived()).toEqual([]);

      for (const [name, html] of Object.entries(leavingDocuments(servers))) {
        await preview(page, html, true);
        expect({ name, arrived: servers.arrived(), address: page.url(), tabs: context.pages().length }).toEqual({
          name,
          arrived: [],
          address,
          tabs: 1,
        });
      }
      await preview(page, '<body><script>location = "/api/ping"</script>', true);
      await preview(page, '<meta http-equiv="refresh" content="0;url=/api/ping">', true);
      expect(api).toEqual([]);

      const reached = (await preview(page, REACHING, true)).map((line): unknown => JSON.parse(line));
      expect(reached).toEqual([{ reached: [], storage: 'null' }]);

      // Without consent only the frame's own script runs, whatever the document holds.
      const printed = await preview(
        page,
        `${leaking}<img src="data:," onerror="console.log('handler')"><a href="javascript:console.log('link')">x</a>`,
        false,
      );
      expect(printed).toEqual([]);
      expect(servers.arrived()).toEqual([]);
      expect(await page.locator('iframe').count()).toBe(1);
    } finally {
      await dispose();
      servers.close();
    }
  });

test('without the frame the same documents reach every server', async ({ page, context }) => {
  const pages = new Map<string, string>();
  const servers = await listenForAttacks(pages);
  try {
    pages.set('/leaking', leakingDocument(servers));
    await page.goto(`${servers.http}/leaking`);
    const wanted = ['fetch', 'xhr', 'socket', 'events', 'beacon', 'image', 'font', 'module', 'worker', 'worker-fetch'];
    const markup = ['stylesheet', 'prefetch', 'preload', 'import', 'img', 'script', 'video', 'object', 'embed'];
    const frames = ['frame', 'srcdoc', 'iframe', 'svg-image', 'background', 'speculation', 'udp', 'tcp'];
    for (const name of [...wanted, ...markup, ...frames])
      await expect.poll(servers.arrived, { message: name }).toContain(name);
    for (const [name, html] of Object.entries(leavingDocuments(servers))) {
      servers.forget();
      pages.set(`/leave/${name}`, html);
      await page.goto(`${servers.http}/leave/${name}`, { waitUntil: 'commit' }).catch(() => undefined);
      if (name !== 'popup' && name !== 'link-blank')
        await expect.poll(servers.arrived, { message: name }).toContain(name);
    }
    expect(context.pages().length).toBeGreaterThan(0);
  } finally {
    servers.close();
  }
});
