/** Keys that are readable now. One kind is written to a file, the other kept in memory. */
export interface KeyVault {
  entries(): ReadonlyMap<string, string>;
  set(id: string, value: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Keys kept in memory until the process ends. */
export function createSessionVault(keys: ReadonlyMap<string, string> = new Map()): KeyVault {
  const stored = new Map(keys);
  return {
    entries: () => stored,
    async set(id, value) {
      stored.set(id, value);
    },
    async delete(id) {
      stored.delete(id);
    },
  };
}
