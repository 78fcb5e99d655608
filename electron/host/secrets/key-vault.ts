/** Keys that can be read now. Of the two kinds, one is written through to a file and one is not. */
export interface KeyVault {
  entries(): ReadonlyMap<string, string>;
  set(id: string, value: string): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Keys of this run; they end with it. */
export function createSessionVault(keys: ReadonlyMap<string, string> = new Map()): KeyVault {
  const held = new Map(keys);
  return {
    entries: () => held,
    async set(id, value) {
      held.set(id, value);
    },
    async delete(id) {
      held.delete(id);
    },
  };
}
