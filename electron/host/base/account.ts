import { createHash } from 'node:crypto';

/** What may be shown of a key. */
export interface KeyFacts {
  last4: string | null;
  /** Same key, same fingerprint, on every machine; nothing leads back to the key. */
  account: string;
}

/** Showing four characters of a short key would show too much of it. */
const MIN_SHOWN_LENGTH = 12;

export function factsOf(key: string): KeyFacts {
  return {
    last4: key.length >= MIN_SHOWN_LENGTH ? key.slice(-4) : null,
    account: createHash('sha256').update(`baton-account\n${key}`).digest('hex').slice(0, 16),
  };
}
