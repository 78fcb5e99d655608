export interface StorageFacts {
  persisted: boolean;
  used: number | null;
  quota: number | null;
}

/** What the browser says of the page's storage. */
export async function readStorageEstimate(): Promise<StorageFacts> {
  const [persisted, estimate] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]);
  return { persisted, used: estimate.usage ?? null, quota: estimate.quota ?? null };
}
