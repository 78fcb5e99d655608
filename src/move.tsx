import '#contract/configure-zod.ts';
import { createApiClient } from '#host-client/api-client.ts';
import { formerAddressEndpoints } from '#contract/origin-migration.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { createRoot } from 'react-dom/client';
import { hostSnapshots } from '#history/recovery/host-snapshots.ts';
import { exportToHost } from '#flows/origin-migration/export-to-host.ts';
import { zipPacker } from '#transfer/zip/zip-packer.ts';
import { MovePage } from '#ui/shell/start/move-screen.tsx';

/**
 * The page at the address of earlier builds. It doesn't know the current address, and navigates back to the page it
 * came from.
 */
const container = document.querySelector('#root');
if (!container) throw new Error('the document has no #root');
const root = createRoot(container);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(() => resolve(), ms));
const show = (rows: number, failed: boolean) =>
  root.render(<MovePage rows={rows} failed={failed} back={() => history.back()} />);

const calls = {
  origin: new URL('.', location.href).href.replace(/\/$/, ''),
  token: null,
  fetch: (input: string, init?: RequestInit) => fetch(input, { ...init, credentials: 'omit' as const }),
  newRunId: () => crypto.randomUUID(),
  onPageHide: () => undefined,
};

show(0, false);
exportToHost({
  host: createApiClient(calls, formerAddressEndpoints),
  folder: hostSnapshots(createApiClient(calls, snapshotEndpoints), pause),
  packer: { sink: async (to) => zipPacker.sink(to), files: zipPacker.files },
  now: () => Date.now(),
  storage: () => localStorage,
  onProgress: (rows) => show(rows, false),
}).then(
  () => history.back(),
  () => show(0, true),
);
