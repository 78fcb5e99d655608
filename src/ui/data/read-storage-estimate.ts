export interface StorageFacts {
  persisted: boolean;
  used: number | null;
  quota: number | null;
}

/** Reads the browser's figures for the page's storage. `used` and `quota` are in bytes. */
export async function readStorageEstimate(): Promise<StorageFacts> {
  const [persisted, estimate] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]);
  return { persisted, used: estimate.usage ?? null, quota: estimate.quota ?? null };
}
