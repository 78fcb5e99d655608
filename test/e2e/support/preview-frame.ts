import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createHost } from '#host/create-host.ts';
import { toElectronHandler } from '#host/electron-mount.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';
import { emulateProtocolHandle } from '#test/fakes/protocol-handle.ts';

/** What a document needs to try everything; some attacks are delayed by the browser. */
const SETTLE_MS = 700;

/** Shows a document as the page does, and returns what it printed. */
export async function preview(page: Page, html: string, scripts: boolean): Promise<string[]> {
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
export async function openElectronMount(page: Page): Promise<() => Promise<void>> {
  const bench = createHostBench();
  const host = createHost({ ...bench.deps, pageDir: join(import.meta.dirname, '../../../dist/page') });
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
