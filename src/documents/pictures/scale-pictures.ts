import { HEADER_BYTES } from '#core/image-size.ts';
import { pictureType, planPicture, type PictureLimits, type SentPicture } from '#core/pictures/sent-picture.ts';
import { toBase64 } from '#storage/base64.ts';
import type { PictureScaler, StoredPicture } from '#storage/picture-scaler.ts';
import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import type { PictureMethods, PicturePort } from './picture-messages.ts';

const MAX_TIME_MS = 30_000;
/** Characters of base64 that are kept for the next request. */
const MAX_KEPT = 64 * 1024 ** 2;

export const startPictureWorker = (): PicturePort =>
  toWorkerPort(new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' }));

/** Each picture that has to be drawn has a worker of its own, which ends with it. What was drawn last is kept. */
export function createPictureScaler(start: () => PicturePort, maxTimeMs = MAX_TIME_MS): PictureScaler {
  const kept = new Map<string, Promise<SentPicture>>();
  const sizes = new Map<string, number>();
  const trim = (): void => {
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (total <= MAX_KEPT) return;
      total -= size;
      sizes.delete(key);
      kept.delete(key);
    }
  };
  const keep = async (key: string, making: Promise<SentPicture>): Promise<void> => {
    try {
      const sent = await making;
      sizes.set(key, sent.as === 'drawn' ? sent.data.length : 0);
      trim();
    } catch {
      // Whoever asked for it gets the error. The next one tries again.
      kept.delete(key);
    }
  };
  return (picture, limits) => {
    const key = JSON.stringify([picture.blob, picture.mime, limits]);
    const known = kept.get(key);
    if (known) return known;
    const making = scale(picture, limits, start, maxTimeMs);
    kept.set(key, making);
    void keep(key, making);
    return making;
  };
}

async function scale(
  { mime, read }: StoredPicture,
  limits: PictureLimits,
  start: () => PicturePort,
  maxTimeMs: number,
): Promise<SentPicture> {
  const stored = await read();
  if (!stored) return { as: 'unreadable' };
  const head = toBase64(new Uint8Array(await stored.slice(0, HEADER_BYTES).arrayBuffer()));
  const plan = planPicture({ mime, bytes: stored.size, head }, limits);
  return plan === 'draw' ? draw(stored.slice(0, stored.size, pictureType(mime)), limits, start(), maxTimeMs) : plan;
}

async function draw(picture: Blob, limits: PictureLimits, port: PicturePort, maxTimeMs: number): Promise<SentPicture> {
  const worker = createWorkerClient<PictureMethods, string>({
    start: () => port,
    toError: (message) => new Error(message),
    toBreakdown: (message) => new Error(message),
  });
  const late = Promise.withResolvers<SentPicture>();
  const timer = setTimeout(() => late.resolve({ as: 'unreadable' }), maxTimeMs);
  try {
    return await Promise.race([worker.call('draw', { picture, limits }), late.promise]);
  } finally {
    clearTimeout(timer);
    port.end();
  }
}
