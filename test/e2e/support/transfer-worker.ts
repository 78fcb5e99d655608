import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { TransferMethods, TransferReply } from '#transfer/transfer-messages.ts';

const ASSETS = fileURLToPath(new URL('../../../dist/page/assets', import.meta.url));

/** The worker as it ships, under the policy that it ships with. The file is in the page's own storage (OPFS). */
export async function startTransfer(page: Page): Promise<void> {
  const name = readdirSync(ASSETS).find((one) => one.startsWith('transfer-worker'));
  await page.evaluate(async (path) => {
    const worker = new Worker(path, { type: 'module' });
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('history.zip', { create: true });
    let last = 0;
    const call = (method: keyof TransferMethods, args: object) =>
      new Promise<TransferReply>((resolve) => {
        const id = ++last;
        worker.addEventListener('message', ({ data }: MessageEvent<TransferReply>) => {
          if (data.type !== 'problem' && data.type !== 'progress' && data.id === id) resolve(data);
        });
        worker.addEventListener('error', ({ message }) =>
          resolve({ type: 'failed', id, failure: { code: 'unknown', detail: message, message } }),
        );
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
        worker.postMessage({ type: 'call', id, method, args });
      });
    Object.assign(window, { transfer: { call, handle } });
  }, `/assets/${name}`);
}

interface Started {
  transfer: {
    call: (method: keyof TransferMethods, args: object) => Promise<unknown>;
    handle: FileSystemFileHandle;
  };
}

type ReplyTo<M extends keyof TransferMethods> =
  | Exclude<TransferReply, { type: 'done' }>
  | { type: 'done'; id: number; result: TransferMethods[M]['result'] };

/** Handles and files are added in the page, because they can't be sent there. */
export async function callTransfer<M extends keyof TransferMethods>(
  page: Page,
  method: M,
  args: object,
): Promise<ReplyTo<M>> {
  const reply = await page.evaluate(
    async ([name, given]) => {
      const { transfer } = window as unknown as Window & Started;
      const more =
        name === 'write'
          ? { to: transfer.handle }
          : name === 'open'
            ? { files: [{ file: await transfer.handle.getFile(), path: 'history.zip' }] }
            : {};
      return transfer.call(name, { ...given, ...more });
    },
    [method, args] as const,
  );
  return reply as ReplyTo<M>;
}
