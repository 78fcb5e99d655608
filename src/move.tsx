import '#contract/configure-zod.ts';
import { createApiClient } from '#host-client/api-client.ts';
import { formerAddressEndpoints } from '#contract/origin-migration.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { createRoot } from 'react-dom/client';
import { hostSnapshots } from '#history/recovery/host-snapshots.ts';
import { lazyZipPacker } from '#transfer/zip/lazy-zip-packer.ts';

/**
 * The page at the address of earlier builds. It doesn't know the current address, and navigates back to the page it
 * came from.
 */
const container = document.querySelector('#root');
if (!container) throw new Error('the document has no #root');
const root = createRoot(container);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(() => resolve(), ms));
const { MovePage } = await import('#ui/shell/start/move-screen.tsx');
const show = (rows: number, failed: boolean) =>
  root.render(<MovePage rows={rows} failed={failed} back={() => history.back()} />);

const calls = {
  origin: new URL('.', location.href).href.replace(/\/$/, ''),
  token: null,
  fetch: (input: string, init?: RequestInit) => fetch(input, { ...init, credentials: 'omit' as const }),
  newRunId: () => crypto.randomUUID(),
  onPageHide: () => undefined,
};

async function send(): Promise<void> {
  const { exportToHost } = await import('#flows/origin-migration/export-to-host.ts');
  await exportToHost({
    host: createApiClient(calls, formerAddressEndpoints),
    folder: hostSnapshots(createApiClient(calls, snapshotEndpoints), pause),
    packer: lazyZipPacker,
    now: () => Date.now(),
    storage: () => localStorage,
    onProgress: (rows) => show(rows, false),
  });
}

show(0, false);
send().then(
  () => history.back(),
  () => show(0, true),
);
