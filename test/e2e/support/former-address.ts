import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from '#host/create-host.ts';
import { openPractice } from '../../../electron/serve/open-practice.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { createWindowTokens } from '#host/base/window-tokens.ts';
import {
  createMemorySecrets,
  createRecordingLog,
  openTestAtRest,
  openTestCrashes,
  openTestNetwork,
} from '#test/fakes/host-deps.ts';
import { listen, stopListening } from '../../../electron/serve/listen.ts';
import { createNodeMount } from '../../../electron/serve/node-mount.ts';

/**
 * Serves the app at the address of earlier builds, with a home of its own, so that the browser's data for that address
 * is real.
 */
export async function serveAsBefore(port: number): Promise<{ url: string; close: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'baton-before-'));
  const origin = `http://127.0.0.1:${port}`;
  const windowKeys = createWindowTokens(systemClock);
  const host = createHost(
    {
      version: '0.9.0',
      mount: 'browser',
      origin,
      token: null,
      windowKeys,
      pageDir: fileURLToPath(new URL('../../../dist/page', import.meta.url)),
      env: process.env,
      home,
      secrets: createMemorySecrets(),
      fetch: () => Promise.reject(new Error('no network in this test')),
      clock: systemClock,
      log: createRecordingLog(),
      openExternal: null,
      portable: false,
      openHome: null,
      pickFolder: null,
      setStoreAside: null,
      installer: null,
      atRest: openTestAtRest(home),
      crashes: openTestCrashes(home),
      network: openTestNetwork(home),
      desktop: null,
    },
    { practice: await openPractice(home, systemClock) },
  );
  const server = createNodeMount(host);
  await listen(server, port);
  return {
    url: `${origin}/#t=${windowKeys.issue()}`,
    async close() {
      await host.close();
      await stopListening(server, 100);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Another program that occupies the port while Baton is closed, and installs a service worker that answers for every
 * page.
 */
export async function servePlanter(port: number): Promise<{ origin: string; close: () => Promise<void> }> {
  const worker = `
    const seen = [];
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      seen.push(event.request.url);
      const body = '<!doctype html><title>PWNED</title><p>' + JSON.stringify(seen) + '</p>';
      event.respondWith(new Response(body, { headers: { 'content-type': 'text/html' } }));
    });`;
  const page = `<!doctype html><title>planting</title><script>
    navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => (document.title = 'planted'));
    </script>`;
  const server: Server = createServer(({ url }, response) => {
    const script = url === '/worker.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html').end(script ? worker : page);
  });
  await listen(server, port);
  return { origin: `http://127.0.0.1:${port}`, close: () => stopListening(server, 100) };
}
