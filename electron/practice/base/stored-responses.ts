import type { Json } from './json.ts';
import { text } from './json.ts';

/** A response created with `store: true`, with everything that led to it. */
interface Stored {
  account: string;
  /** Input and output, in order. */
  items: readonly Json[];
}

/** The responses that a server stores for `previous_response_id` and `item_reference` (R4, R7). */
export interface StoredResponses {
  keep(id: string, stored: Stored): void;
  /** Returns everything up to and including that response; null when this account has no such response. */
  read(id: string, account: string): readonly Json[] | null;
  item(id: string, account: string): Json | null;
}

/** The oldest are dropped, because practice needs no lasting storage. */
const MAX_COUNT = 200;

export function createStoredResponses(): StoredResponses {
  const responses = new Map<string, Stored>();
  return {
    keep(id, stored) {
      responses.delete(id);
      responses.set(id, stored);
      const [oldest] = responses.keys();
      if (responses.size > MAX_COUNT && oldest !== undefined) responses.delete(oldest);
    },
    read(id, account) {
      const stored = responses.get(id);
      return stored?.account === account ? stored.items : null;
    },
    item(id, account) {
      for (const stored of responses.values()) {
        const item = stored.account === account ? stored.items.find((one) => text(one.id) === id) : undefined;
        if (item) return item;
      }
      return null;
    },
  };
}
